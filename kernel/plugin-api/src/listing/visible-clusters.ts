/**
 * The clusters whose rows a list shows: those that the key may read and, where the request names
 * clusters, of these only the named ones; others are silently left out (decision 9). `null`:
 * every cluster of the organization.
 */
export function visibleClusters(
  allowed: readonly string[] | null,
  requested?: readonly string[],
): readonly string[] | null {
  if (requested === undefined || allowed === null) return requested ?? allowed;
  return requested.filter((id) => allowed.includes(id));
}
