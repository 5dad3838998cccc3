import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { withoutBlocks } from './blocks.ts';

/** The links of a page to files of the repository that lead nowhere. */
export async function brokenLinks(file: string): Promise<string[]> {
  const text = withoutBlocks(await readFile(file, 'utf8'));
  const targets = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
  const broken = await Promise.all(
    targets
      .filter((target) => !/^[a-z]+:/.test(target))
      .map(async (target) => ((await leadsSomewhere(file, target)) ? [] : [target])),
  );
  return broken.flat();
}

async function leadsSomewhere(file: string, target: string): Promise<boolean> {
  const [path = '', anchor] = target.split('#');
  const found = path === '' ? file : join(dirname(file), path);
  if (!existsSync(found)) return false;
  return anchor === undefined || listAnchors(await readFile(found, 'utf8')).includes(anchor);
}

/** As GitHub makes them of headings. */
const listAnchors = (markdown: string): string[] =>
  [...withoutBlocks(markdown).matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N}\s_-]/gu, '')
      .replaceAll(' ', '-'),
  );
