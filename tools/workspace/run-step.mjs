import { spawn } from 'node:child_process';

const keptLines = 40;
const plainEveryMs = 10_000;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];

/** Shows on standard error that a step goes on: one line that counts up, or plain lines. */
function showProgress(label, write, isTerminal) {
  const startedAt = Date.now();
  const seconds = () => `${Math.round((Date.now() - startedAt) / 1000)} s`;
  const draw = () =>
    write(isTerminal ? `\r${label} ... ${seconds()} ` : `${label} ... ${seconds()}\n`);
  write(`${label} ...${isTerminal ? ' ' : '\n'}`);
  const timer = setInterval(draw, isTerminal ? 1000 : plainEveryMs);
  return (outcome) => {
    clearInterval(timer);
    write(
      `${isTerminal ? '\r' : ''}${label}: ${outcome} (${seconds()})${isTerminal ? '    ' : ''}\n`,
    );
  };
}

function keepTail(stream, tail) {
  let rest = '';
  stream.setEncoding('utf8').on('data', (chunk) => {
    const lines = (rest + chunk).split(/\r?\n/);
    rest = lines.pop();
    tail.push(...lines);
    tail.splice(0, tail.length - keptLines);
  });
  stream.on('end', () => rest && tail.push(rest));
}

/**
 * Runs one command of the preparation, hides what it prints and shows that it goes on. Fails with
 * the end of what it printed. A signal stops the command first.
 */
export function runStep({ label, command, args, cwd, env, quiet = false }) {
  const write = quiet ? () => {} : (text) => process.stderr.write(text);
  const finish = showProgress(label, write, process.stderr.isTTY === true);
  const child = spawn(command, args, {
    cwd,
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
    shell: process.platform === 'win32',
  });
  const tail = [];
  keepTail(child.stdout, tail);
  keepTail(child.stderr, tail);
  const stop = (signal) => child.kill(signal);
  for (const signal of stopSignals) process.on(signal, stop);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, signal) => {
      for (const name of stopSignals) process.off(name, stop);
      finish(code === 0 ? 'done' : signal ? 'stopped' : 'failed');
      if (code === 0) resolve();
      else reject(new StepFailure(label, code, signal, tail));
    });
  });
}

/** A command of the preparation that failed; `tail` is the end of what it printed. */
export class StepFailure extends Error {
  constructor(label, code, signal, tail) {
    super(`${label}: ${signal ? `stopped by ${signal}` : `exit code ${code}`}`);
    this.signal = signal;
    this.tail = tail;
  }
}
