import { join } from 'node:path';

export const folder = join(import.meta.dirname, '..');
export const cache = join(folder, '../../node_modules/.cache/costplane-packaging');
