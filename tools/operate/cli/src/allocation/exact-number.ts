import { type ScalarTag } from 'yaml';

/** A number of a file that is written with these very digits; JavaScript would write 1e-7. */
export class ExactNumber {
  readonly digits: string;

  constructor(digits: string) {
    this.digits = digits;
  }

  toJSON(): unknown {
    return rawJson(this.digits);
  }
}

/** Not among TypeScript's declarations yet. */
const { rawJSON: rawJson } = JSON as unknown as { rawJSON: (text: string) => unknown };

/** With this tag, which is never written, YAML has exact numbers. */
export const exactNumberTag: ScalarTag = {
  default: true,
  tag: 'tag:yaml.org,2002:float',
  identify: (value) => value instanceof ExactNumber,
  resolve: (digits) => new ExactNumber(digits),
  stringify: ({ value }) => (value instanceof ExactNumber ? value.digits : String(value)),
};
