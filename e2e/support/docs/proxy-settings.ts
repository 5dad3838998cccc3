import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryFolder } from '../folder.ts';
import { caddyPath, haproxyPath } from '../focus/other-proxies.ts';

interface CheckedProxy {
  /** Of the blocks that hold its settings. */
  readonly language: string;
  readonly path: string | undefined;
  readonly argsFor: (file: string) => readonly string[];
  /** The settings without certificates, which are not at hand. */
  readonly toCheckable: (settings: string) => string;
}

export const checkedProxies: readonly CheckedProxy[] = [
  {
    language: 'haproxy',
    path: haproxyPath,
    argsFor: (file) => ['-c', '-f', file],
    toCheckable: (settings) => settings.replaceAll(/ ssl crt \S+ alpn \S+/g, ''),
  },
  {
    language: 'caddyfile',
    path: caddyPath,
    argsFor: (file) => ['adapt', '--adapter', 'caddyfile', '--config', file],
    toCheckable: (settings) => settings,
  },
];

/** What a proxy says against settings. */
export async function refusalBy(
  { path, argsFor, toCheckable }: CheckedProxy,
  settings: string,
): Promise<string | undefined> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder.path, 'settings');
    await writeFile(file, toCheckable(settings));
    const { status, stderr } = spawnSync(path!, argsFor(file), { encoding: 'utf8' });
    return status === 0 ? undefined : stderr;
  } finally {
    await folder.remove();
  }
}
