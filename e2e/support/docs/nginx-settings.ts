import { spawnSync } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isNginx, nginxPath } from '../focus/nginx.ts';
import { temporaryFolder } from '../folder.ts';

/** What nginx says against settings of its `http` block, whose certificates are not at hand. */
export async function refusalByNginx(settings: string): Promise<string | undefined> {
  const folder = await temporaryFolder();
  try {
    const file = join(folder.path, 'nginx.conf');
    await writeFile(
      file,
      `pid ${folder.path}/nginx.pid;
      error_log stderr;
      events {}
      http { access_log off; ${toCheckable(settings)} }`,
    );
    const { status, stderr } = spawnSync(nginxPath!, ['-t', '-p', folder.path, '-c', file], {
      encoding: 'utf8',
    });
    return status === 0 ? undefined : stderr;
  } finally {
    await folder.remove();
  }
}

const toCheckable = (settings: string) =>
  settings
    .replaceAll(' ssl;', ';')
    .replaceAll(/^ *ssl_certificate.*$/gm, '')
    .replaceAll(/^ *proxy_pass_trailers .*$/gm, isNginx(1, 27, 2) ? '$&' : '');
