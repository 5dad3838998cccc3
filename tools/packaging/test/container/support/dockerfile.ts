import { readText } from './repository.ts';

export interface Instruction {
  readonly name: string;
  readonly text: string;
}

/** The instructions of the Dockerfile, stage by stage; what precedes the first stage is the first. */
export function readStages(): Instruction[][] {
  const stages: Instruction[][] = [[]];
  for (const instruction of readInstructions()) {
    if (instruction.name === 'FROM') stages.push([]);
    stages.at(-1)?.push(instruction);
  }
  return stages;
}

function readInstructions(): Instruction[] {
  return readText('Dockerfile')
    .split('\n')
    .filter((line) => !line.startsWith('#'))
    .join('\n')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => ({ name: line.split(' ', 1)[0] ?? '', text: line.replace(/^\S+\s+/, '') }));
}

/** What an instruction of this name says in a stage, the last where there are several. */
export function textOf(stage: readonly Instruction[], name: string): string {
  const found = stage.findLast((instruction) => instruction.name === name);
  if (found === undefined) throw new Error(`the stage has no ${name}`);
  return found.text;
}

/** The default of a build argument. */
export function defaultOf(argument: string): string | undefined {
  for (const { name, text } of readStages().flat()) {
    const [, found, value] = /^(\w+)=(.*)$/.exec(text) ?? [];
    if (name === 'ARG' && found === argument) return value?.replaceAll('"', '');
  }
  return undefined;
}
