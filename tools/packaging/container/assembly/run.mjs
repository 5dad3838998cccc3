import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { AssemblyError } from './assembly-error.mjs';

/**
 * Runs a program to its end and returns what it wrote to standard output; its standard error is
 * passed on. `remedy` says what to do when it fails.
 */
export async function run(program, args, { cwd, remedy }) {
  const child = spawn(program, args, { cwd, stdio: ['ignore', 'pipe', 'inherit'] });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  const [code] = await once(child, 'close');
  if (code === 0) return output;
  process.stderr.write(output);
  throw new AssemblyError(`${program} ${args[0]} ended with ${code}; ${remedy}`);
}
