export { createProgram } from './program.ts';
export { run } from './run.ts';
