import { type ExtractedApi, extractApis } from './extract-api.ts';
import { readKernelPackage } from './kernel-package.ts';
import { type ReleasedApi, toReleasedApi } from './released-api.ts';
import { readRuntimeExports } from './runtime-exports.ts';

/** The API of the kernel as it was last built. */
export interface CurrentApi {
  readonly version: string;
  readonly apis: readonly ExtractedApi[];
  /** As it would be recorded at its release. */
  readonly asReleased: ReleasedApi;
}

export function readCurrentApi(): CurrentApi {
  const { version, entryPoints } = readKernelPackage();
  const apis = extractApis(entryPoints);
  return {
    version,
    apis,
    asReleased: toReleasedApi(version, apis, readRuntimeExports(entryPoints)),
  };
}
