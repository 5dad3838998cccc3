import { InvalidArgumentError } from 'commander';

const name = /^[A-Za-z0-9](?:[-_.A-Za-z0-9]{0,61}[A-Za-z0-9])?$/;
const domain =
  /^(?=.{1,253}$)[a-z0-9](?:[-a-z0-9]*[a-z0-9])?(?:\.[a-z0-9](?:[-a-z0-9]*[a-z0-9])?)*$/;

/**
 * A label key by the rules of Kubernetes. An empty variable counts as not set, so an empty text
 * selects the default.
 *
 * @throws {InvalidArgumentError} if it is not a label key
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
