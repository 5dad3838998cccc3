import { expect } from 'chai';

/**
 * Requires that text begins as an excerpt says; `…` stands for anything up to a comma or an end of
 * line, several spaces for any number of them.
 */
export function requireText(answer: string, excerpt: string): void {
  const parts = excerpt
    .trim()
    .split('…')
    .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&').replaceAll(/ {2,}/g, ' +'));
  expect(answer).to.match(new RegExp(`^${parts.join('[^,\\n]+')}`));
}

/**
 * Requires that an answer holds all that an excerpt shows; `…` stands for any value, at the end of a
 * list for one or more.
 */
export function requireExcerpt(answer: unknown, excerpt: unknown, path: string): void {
  if (excerpt === '…') {
    expect(answer, path).not.to.equal(undefined);
  } else if (Array.isArray(excerpt)) {
    requireList(answer, excerpt, path);
  } else if (typeof excerpt === 'object' && excerpt !== null) {
    expect(answer, path).to.be.an('object');
    for (const [key, value] of Object.entries(excerpt)) {
      requireExcerpt((answer as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(answer, path).to.equal(excerpt);
  }
}

function requireList(answer: unknown, excerpt: readonly unknown[], path: string): void {
  expect(answer, path).to.be.an('array');
  const entries = answer as unknown[];
  if (excerpt.at(-1) !== '…') expect(entries, path).to.have.length(excerpt.length);
  for (const [index, value] of excerpt.entries()) {
    requireExcerpt(entries[index], value, `${path}[${index}]`);
  }
}
