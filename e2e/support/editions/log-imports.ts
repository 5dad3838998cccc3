import { appendFileSync } from 'node:fs';
import { registerHooks } from 'node:module';

const file = process.env.IMPORT_LOG;
if (file === undefined) throw new Error('IMPORT_LOG names no file');

// Loaded before the service, with --import. Whatever is imported or required, and whatever
// `require.resolve` finds, is a line of the file.
registerHooks({
  resolve(specifier, context, next) {
    const resolved = next(specifier, context);
    appendFileSync(file, `${resolved.url}\n`);
    return resolved;
  },
});
