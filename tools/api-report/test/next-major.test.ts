import { expect } from 'chai';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { comingMajor } from '../src/next-major.ts';

describe('the coming major version of the kernel', () => {
  let repository: string;

  beforeEach(() => {
    repository = mkdtempSync(join(tmpdir(), 'costplane-plans-'));
    mkdirSync(join(repository, '.nx/version-plans'), { recursive: true });
  });
  afterEach(() => rmSync(repository, { recursive: true }));

  const plan = (head: string) =>
    writeFileSync(
      join(repository, '.nx/version-plans/one.md'),
      `---\n${head}\n---\n\n'@costplane/kernel': major is what this is not about\n`,
    );

  it('is that of its version without a version plan', () => {
    expect(comingMajor('1.4.2', repository)).to.equal(1);
  });

  for (const [head, major] of [
    ["'@costplane/kernel': major", 2],
    ['kernel: major', 2],
    ["'@costplane/kernel': minor", 1],
    ["'@costplane/cli': major", 1],
  ] as const) {
    it(`is ${major} where a version plan says ${head}`, () => {
      plan(head);
      expect(comingMajor('1.4.2', repository)).to.equal(major);
    });
  }
});
