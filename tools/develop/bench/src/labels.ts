/** Labels as production has them: a dozen of an object, as an expression over its name and `n`. */
export const labelsSql = (name: string) => `jsonb_build_object(
  'app.kubernetes.io/name', ${name}, 'app.kubernetes.io/instance', ${name} || '-' || n % 17,
  'app.kubernetes.io/version', '1.' || n % 40 || '.' || n % 7,
  'app.kubernetes.io/component', (array['api', 'worker', 'cache', 'web'])[1 + n % 4],
  'app.kubernetes.io/part-of', 'product-' || n % 23, 'app.kubernetes.io/managed-by', 'Helm',
  'helm.sh/chart', ${name} || '-4.2.' || n % 9, 'tier', 'backend', 'team', 'team-' || n % 40,
  'department', 'department-' || n % 5, 'environment', 'production',
  'example.com/cost-center', 'cc-' || 1000 + n % 300)`;
