import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const repository = join(import.meta.dirname, '../../../../..');

export const readText = (path: string) => readFileSync(join(repository, path), 'utf8');

export const readJson = (path: string) => JSON.parse(readText(path)) as Record<string, unknown>;
