import { spawn } from 'node:child_process';

const keptLines = 40;
const plainEveryMs = 10_000;
const stopSignals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const patienceMs = 3_000;

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
 * the end of what it printed and the `remedy`. A signal stops the command first.
 */
export function runStep({ label, command, args, cwd, env, remedy, quiet = false }) {
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
  let stoppedBy;
  const stop = (signal) => {
    stoppedBy = signal;
    child.kill(signal);
    // npm ends what it has begun first, which can take half a minute.
    setTimeout(() => child.kill('SIGKILL'), patienceMs).unref();
  };
  for (const signal of stopSignals) process.on(signal, stop);

  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code, killedBy) => {
      for (const name of stopSignals) process.off(name, stop);
      const signal = stoppedBy ?? killedBy;
      const isDone = code === 0 && !signal;
      finish(isDone ? 'done' : signal ? 'stopped' : 'failed');
      if (isDone) resolve();
      else reject(new StepFailure(`${label} failed: exit code ${code}. ${remedy}`, signal, tail));
    });
  });
}

/** A command that failed, or was stopped by `signal`; `tail` is the end of what it printed. */
export class StepFailure extends Error {
  constructor(message, signal, tail) {
    super(message);
    this.signal = signal;
    this.tail = tail;
  }
}
