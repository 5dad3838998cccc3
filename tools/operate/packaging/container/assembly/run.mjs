import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AssemblyError } from './assembly-error.mjs';

/**
 * Runs a program to its end and returns what it wrote to standard output; its standard error is
 * passed on. `what` names what failed, `remedy` says what to do then.
 */
export async function run(program, args, { cwd, what, remedy }) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  process.stderr.write(output);
  throw new AssemblyError(`${what} failed (exit code ${code}); ${remedy}`);
}
