/** A fenced block of a Markdown file. */
export interface Block {
  /** The word after the fence: `sh`, `json`; empty without one. */
  readonly language: string;
  readonly text: string;
  /** Of its fence, from 1 on. */
  readonly line: number;
}

export function parseBlocks(markdown: string): Block[] {
  return [...markdown.matchAll(/^```(\w*)\n([^]*?)^```$/gm)].map((match) => ({
    language: match[1] ?? '',
    text: match[2] ?? '',
    line: markdown.slice(0, match.index).split('\n').length,
  }));
}

/** What a file says outside its blocks, on as many lines as before. */
export const withoutBlocks = (markdown: string): string =>
  markdown.replaceAll(/^```\w*\n[^]*?^```$/gm, (block) => block.replaceAll(/[^\n]/g, ''));
