import { formatPlace } from '../yaml/file-error.ts';
import { type YamlFile, type YamlPath } from '../yaml/parse-yaml.ts';

/** A value within an entry of `plugins` or, with `key`, that key of the map there. */
export interface EntryPart {
  readonly path: YamlPath;
  readonly key?: string | undefined;
}

const places = new WeakMap<object, (part: EntryPart) => string>();

/** Remembers where a config file has its entries of `plugins`, for what is found wrong with them later. */
export function rememberPlaces(entries: readonly object[], yaml: YamlFile): void {
  entries.forEach((entry, index) => {
    places.set(entry, ({ path, key }) =>
      formatPlace(yaml.problem(['plugins', index, ...path], '', '', key)),
    );
  });
}

/** `file:line:column` of an entry of `plugins` or a part of it; nothing for one that no file has. */
export const placeInConfig = (entry: object, part: EntryPart = { path: [] }): string | undefined =>
  places.get(entry)?.(part);
