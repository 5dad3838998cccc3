const form = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-([0-9A-Za-z.-]{1,64}))?(?:\+.*)?$/;

/** Whether a text is a version such as `v2.2.0` or `2.2.0-rc.1`. */
export const isAgentVersion = (text: string): boolean => form.test(text);

/** Whether one version is older than another. A text that is not a version, such as `dev`, is not older. */
export function isOlderVersion(version: string, than: string): boolean {
  const [one, other] = [form.exec(version), form.exec(than)];
  if (!one || !other) return false;
  for (const part of [1, 2, 3]) {
    const difference = Number(one[part]) - Number(other[part]);
    if (difference !== 0) return difference < 0;
  }
  return comparePreReleases(one[4], other[4]) < 0;
}

/** Semantic version order: a release comes after its release candidates. */
function comparePreReleases(one: string | undefined, other: string | undefined): number {
  if (one === other) return 0;
  if (one === undefined) return 1;
  if (other === undefined) return -1;
  const [parts, others] = [one.split('.'), other.split('.')];
  for (const [index, part] of parts.entries()) {
    const another = others[index];
    if (another === undefined) return 1;
    const difference = compareParts(part, another);
    if (difference !== 0) return difference;
  }
  return parts.length - others.length;
}

function compareParts(one: string, other: string): number {
  const [isNumber, isOtherNumber] = [/^\d+$/.test(one), /^\d+$/.test(other)];
  if (isNumber && isOtherNumber) return Number(one) - Number(other);
  if (isNumber !== isOtherNumber) return isNumber ? -1 : 1;
  if (one === other) return 0;
  return one < other ? -1 : 1;
}
