// A process that holds the embedded database of a home until its input ends.
import { acquireEmbeddedDatabase } from '../../src/index.ts';

const database = await acquireEmbeddedDatabase({ home: process.argv[2] ?? '' });
process.stdout.write(`${database.url}\n`);
process.stdin.resume();
process.stdin.once('end', () => {
  void database.release().then(() => process.stdout.write('released\n'));
});
