import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The import table of the house: each room and the rooms it may import from. A room is a folder of `src`.
 * `vscode: false` keeps a room free of VS Code, so that it runs in a plain process, a test or a browser.
 * `only` narrows a room to some files of another.
 */
const rooms = {
  common: { may: [], vscode: false },
  service: { may: ['common'], vscode: false },
  environments: { may: ['service', 'common'] },
  problems: { may: ['service', 'common'] },
  auth: { may: ['service', 'environments', 'problems', 'common'] },
  vehicles: { may: ['service', 'auth', 'problems', 'common'] },
  records: { may: ['service', 'problems/remedy-button', 'common'] },
  requests: { may: ['service', 'common'] },
  assistant: { may: ['service', 'common', 'api.ts'] },
  sandbox: { may: ['service/contract', 'common'], vscode: false },
  webview: { may: ['records/protocol', 'service/columns'], vscode: false },
};

/** Files of other rooms, and `vscode` where the room does without, as patterns of `no-restricted-imports`. */
function forbidden(name, { may, vscode = true }) {
  const allowed = may.map((entry) => {
    if (entry.endsWith('.ts')) return `${entry.replace('.', '\\.')}$`;
    return entry.includes('/') ? `${entry}\\.ts$` : `${entry}/`;
  });
  const patterns = [
    {
      regex: `^\\.\\./(?!${[...allowed, '$^'].join('|')})`,
      message: `src/${name} may import only: ${may.join(', ') || 'nothing'} (the table is in eslint.config.mjs)`,
    },
  ];
  if (!vscode) patterns.push({ regex: '^vscode$', message: `src/${name} runs without VS Code` });
  return {
    files: [`src/${name}/**/*.ts`],
    rules: { 'no-restricted-imports': ['error', { patterns }] },
  };
}

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'src/webview/tsconfig.json', 'test/bench/page/tsconfig.json'] },
    },
    rules: {
      '@typescript-eslint/consistent-type-imports': ['error', { disallowTypeAnnotations: false }],
      '@typescript-eslint/switch-exhaustiveness-check': ['error', { considerDefaultExhaustiveForUnions: true }],
      '@typescript-eslint/no-non-null-assertion': 'error',
      '@typescript-eslint/restrict-template-expressions': ['error', { allowNumber: true }],
      '@typescript-eslint/no-unused-vars': ['error', { argsIgnorePattern: '^_', varsIgnorePattern: '^_' }],
      eqeqeq: 'error',
    },
  },
  ...Object.entries(rooms).map(([name, room]) => forbidden(name, room)),
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
