import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { inc, major } from 'semver';

/**
 * The major version that the kernel has, or will have when its version plans are released: files in
 * `.nx/version-plans` that begin with a line for each package, such as `'@costplane/kernel': major`.
 */
export function comingMajor(version: string, repository: string): number {
  const plans = globSync('.nx/version-plans/*.md', { cwd: repository });
  const isPlanned = plans.some((plan) => isMajorPlan(readFileSync(join(repository, plan), 'utf8')));
  return major(isPlanned ? (inc(version, 'major') ?? version) : version);
}

const isMajorPlan = (plan: string) => {
  const [, head = ''] = /^---\n(.*?)\n---/s.exec(plan) ?? [];
  return /^\s*['"]?(?:@costplane\/)?kernel['"]?:\s*['"]?(pre)?major['"]?\s*$/m.test(head);
};
