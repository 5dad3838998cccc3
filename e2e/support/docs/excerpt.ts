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

/** Requires that an answer holds all that an excerpt shows; `…` stands for any value. */
export function requireExcerpt(answer: unknown, excerpt: unknown, path: string): void {
  if (excerpt === '…') {
    expect(answer, path).to.be.ok;
  } else if (typeof excerpt === 'object' && excerpt !== null) {
    for (const [key, value] of Object.entries(excerpt)) {
      requireExcerpt((answer as Record<string, unknown>)[key], value, `${path}.${key}`);
    }
  } else {
    expect(answer, path).to.equal(excerpt);
  }
}
