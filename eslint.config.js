import reactHooks from 'eslint-plugin-react-hooks';
import tseslint from 'typescript-eslint';

/*
 * What a side may import is said here for the editor and proven by tests/unit/layers.test.ts over the whole graph.
 */
const only = (message, ...group) => ({ group, message });

const SYNTAX = [
  { selector: 'ExportDefaultDeclaration', message: 'No default exports.' },
  { selector: 'TSEnumDeclaration', message: 'No enums: a union of literals.' },
];
/** What is caught may be anything; what the words beside a screen have is only shown. */
const MAY_BE_ASKED = '/^(error|notice|problem|line)$/';
const SNIFFING = {
  selector: `BinaryExpression[operator='in']:not([right.name=${MAY_BE_ASKED}])`,
  message:
    'Decide by the discriminant (kind, type, screen): a member that another variant is given changes nothing then.',
};

const restricted = (...patterns) => ({ 'no-restricted-imports': ['error', { patterns }] });

export default tseslint.config(
  { ignores: ['dist/', 'out/', 'release/', 'node_modules/', '.toolchain/', 'docs/'] },
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.strictTypeChecked],
    languageOptions: {
      parserOptions: {
        project: [
          'shared/tsconfig.json',
          'electron/tsconfig.json',
          'renderer/tsconfig.json',
          'emulator/tsconfig.json',
          'tests/tsconfig.json',
        ],
        tsconfigRootDir: import.meta.dirname,
      },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': 'error',
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/switch-exhaustiveness-check': [
        'error',
        { considerDefaultExhaustiveForUnions: true },
      ],
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-confusing-void-expression': ['error', { ignoreArrowShorthand: true }],
      '@typescript-eslint/no-unnecessary-condition': 'error',
      'max-lines': ['error', { max: 400 }],
      'no-restricted-syntax': ['error', ...SYNTAX],
      eqeqeq: 'error',
    },
  },
  {
    files: ['{shared,electron,renderer}/**/*.{ts,tsx}'],
    rules: { 'no-restricted-syntax': ['error', ...SYNTAX, SNIFFING] },
  },
  { files: ['**/*.config.ts', '**/vite*.ts'], rules: { 'no-restricted-syntax': 'off' } },
  {
    files: ['vite.config.ts'],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { parserOptions: { project: null } },
  },
  {
    files: ['shared/**'],
    rules: restricted(
      only(
        'shared/ imports nothing but its schema library.',
        'node:*',
        'electron',
        'react',
        '**/electron/**',
        '**/renderer/**',
      ),
    ),
  },
  {
    files: ['electron/**'],
    ignores: ['electron/platform/**', 'electron/preload.ts', 'electron/main.ts'],
    rules: restricted(
      only('`electron` is imported in electron/platform, the preload and the entry only.', 'electron'),
    ),
  },
  {
    files: ['electron/*/**'],
    ignores: ['electron/platform/**', 'electron/commands/**'],
    rules: restricted(
      only('`electron` is imported in electron/platform, the preload and the entry only.', 'electron'),
      only(
        'Rooms take what they need as ports; commands alone know platform.',
        '**/platform/**',
        '**/commands/**',
      ),
    ),
  },
  {
    files: ['emulator/**'],
    rules: restricted(
      only('The emulator knows nothing of the program.', 'electron', '**/electron/**', '**/renderer/**'),
    ),
  },
  {
    files: ['renderer/**'],
    plugins: { 'react-hooks': reactHooks },
    rules: {
      ...reactHooks.configs.recommended.rules,
      ...restricted(only('The renderer has no Node and no main.', 'node:*', 'electron', '**/electron/**')),
      'no-restricted-globals': [
        'error',
        'fetch',
        'WebSocket',
        'XMLHttpRequest',
        'EventSource',
        'localStorage',
        'sessionStorage',
        'indexedDB',
      ],
    },
  },
  {
    files: ['tests/**', 'emulator/**', 'scripts/{bench,bootstrap,smoke}/**'],
    rules: {
      '@typescript-eslint/no-unsafe-assignment': 'off',
      '@typescript-eslint/no-unsafe-member-access': 'off',
      '@typescript-eslint/no-unsafe-argument': 'off',
      '@typescript-eslint/no-unsafe-call': 'off',
      '@typescript-eslint/no-unsafe-return': 'off',
    },
  },
);
