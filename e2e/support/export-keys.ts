import { type Database } from './database.ts';
import { copyKey } from './mint-key.ts';

/** The export answers a key this often in a minute, refusals included. */
const exportsPerKey = 6;

/** Gives keys that may do what one may do, each as often as the export answers it. */
export async function exportKeysLike(
  database: Database,
  key: string,
  exports: number,
): Promise<() => string> {
  const keys = await copyKey(database, key, Math.ceil(exports / exportsPerKey));
  let asked = 0;
  return () => {
    const next = keys[Math.floor(asked / exportsPerKey)];
    asked += 1;
    if (next === undefined) throw new Error(`there are keys for ${exports} exports, not for more`);
    return next;
  };
}
