import nx from '@nx/eslint-plugin';
import prettier from 'eslint-config-prettier';
import tseslint from 'typescript-eslint';

const contract = 'kernel:plugin-api';
const reader = 'kernel:reader';
const dependencyRule = [
  {
    sourceTag: contract,
    onlyDependOnLibsWithTags: [],
    bannedExternalImports: ['express', 'pg', 'pg-*', 'tsyringe'],
  },
  { sourceTag: reader, onlyDependOnLibsWithTags: [contract] },
  { sourceTag: 'kernel:host', onlyDependOnLibsWithTags: [contract, reader] },
  {
    sourceTag: 'kernel:plugin-testing',
    onlyDependOnLibsWithTags: [contract, reader, 'kernel:host'],
  },
  {
    sourceTag: 'type:plugin',
    onlyDependOnLibsWithTags: [contract, 'kernel:plugin-testing'],
    bannedExternalImports: ['express', 'pg', 'pg-*'],
  },
  {
    sourceTag: 'tool:library',
    onlyDependOnLibsWithTags: ['type:kernel', 'tool:warehouse', 'tool:library'],
  },
  { sourceTag: 'tool:warehouse', onlyDependOnLibsWithTags: [contract, reader] },
  { sourceTag: 'tool:bench', onlyDependOnLibsWithTags: ['type:kernel', 'tool:warehouse'] },
  { sourceTag: 'tool:workspace', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'tool:generators', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'tool:client', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'tool:packaging', onlyDependOnLibsWithTags: [] },
  { sourceTag: 'tool:api-report', onlyDependOnLibsWithTags: [] },
  {
    sourceTag: 'tool:reference',
    onlyDependOnLibsWithTags: ['type:kernel', 'tool:warehouse', 'tool:cli'],
  },
  {
    sourceTag: 'tool:cli',
    onlyDependOnLibsWithTags: ['type:kernel', 'type:plugin', 'type:tool'],
  },
  { sourceTag: 'type:e2e', onlyDependOnLibsWithTags: [] },
];

const boundaries = (depConstraints) => ({
  enforceBuildableLibDependency: false,
  allow: [],
  checkDynamicDependenciesExceptions: ['.*'],
  depConstraints,
});

/** One way to write what TypeScript lets one write in several. */
const oneDialect = [
  {
    selector: "ImportDeclaration[importKind='type']",
    message: 'Write the type inline: import { type Name } from …',
  },
  {
    selector: 'SpreadElement > :matches(ArrayExpression, ObjectExpression)',
    message: 'Write the elements themselves: a spread of a literal adds nothing.',
  },
];
const camelCase = [
  {
    selector: ['variable', 'parameter', 'function'],
    format: ['camelCase', 'PascalCase', 'UPPER_CASE'],
    leadingUnderscore: 'allow',
  },
  // Columns and fields of the wire, under the names that they have there.
  { selector: ['variable', 'parameter'], modifiers: ['destructured'], format: null },
];

export default tseslint.config(
  {
    ignores: [
      '**/dist/**',
      'kernel/plugin-api/api/**',
      '**/node_modules/**',
      '.nx/**',
      '.costplane/**',
    ],
  },
  {
    files: ['**/*.ts', '**/*.tsx'],
    extends: [...tseslint.configs.strictTypeChecked, ...tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: 'tsconfig.all.json', tsconfigRootDir: import.meta.dirname },
    },
    plugins: { '@nx': nx },
    rules: {
      '@nx/enforce-module-boundaries': ['error', boundaries(dependencyRule)],
      '@typescript-eslint/consistent-type-imports': ['error', { fixStyle: 'inline-type-imports' }],
      '@typescript-eslint/prefer-readonly': 'error',
      '@typescript-eslint/naming-convention': ['error', ...camelCase],
      'no-restricted-syntax': ['error', ...oneDialect],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unused-vars': [
        'error',
        { argsIgnorePattern: '^_', varsIgnorePattern: '^_' },
      ],
      'no-console': 'error',
    },
  },
  {
    files: ['plugins/console/web/**/*.{ts,tsx}'],
    languageOptions: {
      parserOptions: {
        project: 'plugins/console/web/tsconfig.json',
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      // A program of its own: it runs in a browser, and knows the service by its API alone.
      '@nx/enforce-module-boundaries': [
        'error',
        boundaries([{ sourceTag: 'type:plugin', onlyDependOnLibsWithTags: ['tool:client'] }]),
      ],
    },
  },
  {
    files: ['plugins/**/*.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: '@costplane/kernel',
              message: 'A plugin knows the contract, not the host.',
            },
          ],
        },
      ],
    },
  },
  {
    files: ['**/test/**/*.ts', 'e2e/**/*.ts'],
    rules: {
      '@typescript-eslint/no-unused-expressions': 'off',
      '@typescript-eslint/no-non-null-assertion': 'off',
      // A test looks into bodies of any shape; the OpenAPI document is what holds them.
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
  {
    // A vendor's package, which is no part of the workspace and imports the kernel as any plugin.
    files: ['e2e/vendor/**/*.ts'],
    rules: { '@nx/enforce-module-boundaries': 'off' },
  },
  {
    files: ['**/*.js', '**/*.mjs'],
    extends: [tseslint.configs.base],
  },
  prettier,
);
