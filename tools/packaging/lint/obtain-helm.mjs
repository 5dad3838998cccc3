import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { cache } from './paths.mjs';
import { isThere, run } from './run.mjs';

const helmModule = 'helm.sh/helm/v4/cmd/helm@v4.3.1';
const buildWithinMs = 15 * 60_000;

/** Helm of this machine, or else built once, which takes about three minutes on two cores. */
export function obtainHelm() {
  const given = process.env.COSTPLANE_TEST_HELM;
  if (given) return { command: given };
  const own = join(cache, 'bin/helm');
  if (existsSync(own)) return { command: own };
  if (isThere('helm', ['version'])) return { command: 'helm' };
  if (!isThere('go', ['version'])) {
    return { missing: 'helm lint, helm template: neither Helm nor Go, which builds it, is here' };
  }
  const { failure } = run('go', ['install', helmModule], {
    env: { ...process.env, GOBIN: join(cache, 'bin'), GOFLAGS: '-trimpath' },
    timeoutMs: buildWithinMs,
  });
  if (!failure) return { command: own };
  return {
    missing: `helm lint, helm template: ${helmModule} cannot be built (${lastLine(failure)})`,
  };
}

const lastLine = (text) => text.trim().split('\n').at(-1);
