import { type ScalarTag } from 'yaml';

/** A number that is written to a file with exactly these digits; JavaScript would write 1e-7. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return rawJson(this.digits);
  }
}

/** Not declared in TypeScript yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** Makes YAML write exact numbers; the tag itself is never written. */
export const exactNumberTag: ScalarTag = {
  default: true,
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => value instanceof ExactNumber,
  resolve: (digits) => new ExactNumber(digits),
  stringify: ({ value }) => (value instanceof ExactNumber ? value.digits : String(value)),
};
