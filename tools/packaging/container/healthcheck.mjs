// The health check of the image: exit code 0 when the process of this container answers. Without an
// address it asks the service; an edition without the health routes answers 404, which is an answer.
const url = process.argv[2] ?? `http://127.0.0.1:${process.env.PORT || 8080}/health/live`;
const withinMs = 4_000;

try {
  const { status } = await fetch(url, { signal: AbortSignal.timeout(withinMs) });
  process.stdout.write(`${url} answers ${status}\n`);
  process.exitCode = status < 500 ? 0 : 1;
} catch (error) {
  process.stderr.write(`${url} does not answer: ${error.cause?.message ?? error.message}\n`);
  process.exitCode = 1;
}
