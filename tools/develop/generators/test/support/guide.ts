/** One fenced block of a guide: what a reader types, writes or sees. */
export type Step =
  | { readonly kind: 'run'; readonly command: string }
  | { readonly kind: 'write'; readonly path: string; readonly text: string }
  | { readonly kind: 'answer'; readonly shown: unknown };

/**
 * The steps of a guide in their order. A block of `sh` holds commands, one a line; a block whose
 * fence names a path is that file; any other block of `json` is what the command above prints.
 */
export function parseSteps(guide: string): Step[] {
  const blocks = guide.matchAll(/^```(\w+)(?: (\S+))?\n([\s\S]*?)^```$/gm);
  return [...blocks].flatMap(([, language = '', path, text = '']): Step[] => {
    if (path !== undefined) return [{ kind: 'write', path, text }];
    if (language === 'sh') return splitCommands(text).map((command) => ({ kind: 'run', command }));
    if (language === 'json') return [{ kind: 'answer', shown: JSON.parse(text) as unknown }];
    throw new Error(`The guide has a block of ${language} that names no file`);
  });
}

const splitCommands = (text: string) => text.trim().split('\n');

/** The files that the text does not name in words before it shows them. */
export function unnamedFiles(guide: string): string[] {
  const parts = guide.split(/^```\w+ (\S+)$/gm);
  return parts.filter(
    (part, index) => index % 2 === 1 && !lastParagraph(parts[index - 1]!).includes(`\`${part}\``),
  );
}

const lastParagraph = (text: string) => text.trim().split('\n\n').at(-1) ?? '';

/**
 * The places where an answer is not what is shown of it; `…` stands for any value, at the end of a
 * list for any more.
 */
export function differences(answer: unknown, shown: unknown, at = 'answer'): string[] {
  if (shown === '…') return answer === undefined ? [`${at} is not there`] : [];
  if (Array.isArray(shown)) return differencesOfLists(answer, shown, at);
  if (typeof shown === 'object' && shown !== null) {
    return Object.entries(shown).flatMap(([key, value]) =>
      differences((answer as Record<string, unknown> | undefined)?.[key], value, `${at}.${key}`),
    );
  }
  return answer === shown ? [] : [`${at} is ${JSON.stringify(answer)}, not ${String(shown)}`];
}

function differencesOfLists(answer: unknown, shown: readonly unknown[], at: string): string[] {
  if (!Array.isArray(answer)) return [`${at} is no list`];
  if (shown.at(-1) !== '…' && answer.length !== shown.length) {
    return [`${at} has ${answer.length} entries, not ${shown.length}`];
  }
  return shown.flatMap((value, index) => differences(answer[index], value, `${at}[${index}]`));
}
