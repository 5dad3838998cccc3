/** Names of fields that hold an instant (contract, "Timestamps"). */
export const timestampName = /_at(_k8s)?$/;

/** The format of an instant: UTC, RFC 3339, whole seconds, `Z`. */
export const timestampPattern =
  '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])T([01]\\d|2[0-3]):[0-5]\\d:[0-5]\\dZ$';

/** An instant as the contract writes it: UTC, RFC 3339, whole seconds, `Z`; as one piece for `JSON.stringify`. */
export function toTimestamp(instant: Date): string {
  return `${instant.toISOString().slice(0, 19)}Z`.toUpperCase();
}
