// The health check of the image: exit code 0 when the process of this container answers. Without an
// address it asks the service; an edition without the health routes answers 404, which is an answer.
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

const withinMs = 4_000;

const url = process.argv[2] ?? `http://127.0.0.1:${servicePort()}/health/live`;
try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  process.stdout.write(`${url} answers ${status}\n`);
  process.exitCode = status < 500 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${url} does not answer: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}

function servicePort() {
  if (process.env.PORT) return process.env.PORT;
  const config = parse(readFileSync(process.env.COSTPLANE_CONFIG, 'utf8'));
  return config.server?.port ?? 8080;
}
