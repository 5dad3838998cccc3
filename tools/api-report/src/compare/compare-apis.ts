import { isValue, readApiSource } from './api-source.ts';
import { compareDeclarations } from './compare-declarations.ts';
import { type Breaking, type Comparison } from './comparison.ts';
import { compileRollups } from './declared-program.ts';
import { type Direction } from './direction.ts';

/**
 * What of an entry point plugins that were built for its released version may not survive, from
 * the roll-ups of its declarations.
 */
export function compareApis(released: string, current: string): readonly Breaking[] {
  const { checker, files } = compileRollups(released, current);
  const found = new Map<string, Breaking>();
  const pending: (() => void)[] = [];
  const reached = new Set<string>();
  const comparison: Comparison = {
    old: readApiSource(files[0]),
    now: readApiSource(files[1]),
    checker,
    report(breaking) {
      const key = `${breaking.where} ${breaking.was} ${breaking.is}`;
      if (!found.has(key)) found.set(key, breaking);
    },
    schedule(oldName, nowName, direction) {
      const key = `${oldName} ${direction}`;
      if (reached.has(key)) return;
      reached.add(key);
      pending.push(() => compareDeclarations(comparison, oldName, nowName, direction));
    },
  };
  const settle = () => {
    for (let next = pending.pop(); next !== undefined; next = pending.pop()) next();
  };

  const types: [string, string][] = [];
  for (const [name, oldName] of comparison.old.exports) {
    const nowName = comparison.now.exports.get(name);
    const wasValue = isValueIn(comparison.old, oldName);
    if (nowName === undefined) report(comparison, name, oldName, 'plugins import it');
    else if (wasValue && !isValueIn(comparison.now, nowName)) {
      report(comparison, name, oldName, 'plugins use it when they run, and it is only a type now');
    } else if (wasValue) comparison.schedule(oldName, nowName, 'got');
    else types.push([oldName, nowName]);
  }
  settle();
  // What no function takes or returns is there to be read.
  for (const [oldName, nowName] of types) {
    const isReached = (direction: Direction) => reached.has(`${oldName} ${direction}`);
    if (!isReached('given') && !isReached('got')) comparison.schedule(oldName, nowName, 'got');
  }
  settle();
  return [...found.values()];
}

const isValueIn = ({ declarations }: Comparison['old'], name: string) =>
  declarations.get(name)?.some(isValue) ?? false;

function report(comparison: Comparison, name: string, oldName: string, why: string) {
  const [declaration] = comparison.old.declarations.get(oldName) ?? [];
  const text = declaration?.getText().replaceAll(/\s+/g, ' ').slice(0, 120) ?? oldName;
  comparison.report({ where: name, was: text, is: 'nothing', why });
}
