import { gt } from 'semver';
import { judgeChanges } from './judge-changes.ts';
import { type ReleasedApi } from './released-api.ts';

/** Why an API may not be recorded as the released one: lines; none when it may. */
export function whyNotRecorded(
  released: ReleasedApi | undefined,
  current: ReleasedApi,
  currentMajor: number,
): readonly string[] {
  if (released === undefined) return [];
  if (!gt(current.version, released.version)) {
    return [
      `kernel/api/released holds the API of kernel ${released.version}, and kernel/package.json ` +
        `says ${current.version}: release the kernel first (npx nx release), or, if ` +
        `${released.version} was never published, delete kernel/api/released`,
    ];
  }
  const { breaking, isAnnounced } = judgeChanges(released, current, currentMajor);
  return isAnnounced ? [] : breaking;
}
