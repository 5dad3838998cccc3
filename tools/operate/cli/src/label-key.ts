import { InvalidArgumentError } from 'commander';

const name = /^[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const domain =
  /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/**
 * The key of a label, by the rules of Kubernetes. A variable that is set to nothing counts as not
 * set, so an empty text is the default.
 *
 * @throws {InvalidArgumentError} if it is none
 */
export function toLabelKey(text: string, preset: string): string {
  if (text === '') return preset;
  const [last = '', prefix, ...more] = text.split('/').reverse();
  const isKey =
    name.test(last) && (prefix === undefined || domain.test(prefix)) && more.length === 0;
  if (isKey) return text;
  throw new InvalidArgumentError(
    'Must be the key of a Kubernetes label, such as team or example.com/team.',
  );
}
