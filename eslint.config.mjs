import js from '@eslint/js';
import tseslint from 'typescript-eslint';

/**
 * The import table of the house: each room and what it may import from: rooms, which are folders of `src`, and files.
 * A room with an inner table imports what the table says within it as well; what stands beside its inner rooms may import
 * all of them. `vscode: false` keeps a room free of VS Code, so that it runs in a plain process, a test or a browser.
 */
const rooms = {
  common: { may: [], vscode: false },
  service: { may: ['common/'], vscode: false },
  environments: { may: ['service/', 'common/'] },
  problems: { may: ['service/', 'common/'] },
  auth: { may: ['service/', 'environments/', 'problems/', 'common/'] },
  vehicles: { may: ['service/', 'auth/', 'problems/', 'common/'] },
  records: { may: ['service/', 'problems/remedy-button.ts', 'common/'] },
  requests: { may: ['service/', 'common/'] },
  assistant: { may: ['service/', 'common/', 'api.ts'] },
  sandbox: { may: ['service/contract.ts', 'common/'], vscode: false },
  webview: {
    may: ['records/protocol.ts', 'records/sources.ts', 'service/columns.ts', 'common/offset-text.ts', 'common/fill.ts'],
    vscode: false,
    inner: {
      base: [],
      formats: ['base'],
      data: ['base', 'formats'],
      grid: ['base', 'formats', 'data'],
      table: ['base', 'formats', 'data', 'grid'],
      charts: ['base', 'formats', 'data'],
      analysis: ['base', 'formats', 'data', 'charts'],
      page: ['base', 'formats', 'data', 'grid', 'table', 'charts', 'analysis'],
    },
  },
};

const literal = (path) => path.replaceAll('.', '\\.') + (path.endsWith('/') ? '' : '$');

/** For the files of one folder: what leads out of it is either allowed or an error. */
function forbidden(files, folder, allowed, vscode) {
  const may = allowed.map((path) => path.replace(/^(\.\.\/)+/, '')).join(', ') || 'nothing';
  const patterns = [
    {
      regex: `^\\.\\./(?!${[...allowed.map((path) => literal(path.replace(/^\.\.\//, ''))), '$^'].join('|')})`,
      message: `src/${folder} may import only: ${may} (the table is in eslint.config.mjs)`,
    },
  ];
  if (!vscode) patterns.push({ regex: '^vscode$', message: `src/${folder} runs without VS Code` });
  return { files, rules: { 'no-restricted-imports': ['error', { patterns }] } };
}

function roomRules(room, { may, vscode = true, inner = {} }) {
  const outside = may.map((path) => `../${path}`);
  return [
    forbidden([`src/${room}/**/*.ts`], room, outside, vscode),
    ...Object.entries(inner).map(([name, beside]) => {
      const allowed = [...beside.map((other) => `../${other}/`), ...outside.map((path) => `../${path}`)];
      return forbidden([`src/${room}/${name}/**/*.ts`], `${room}/${name}`, allowed, vscode);
    }),
  ];
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
  ...Object.entries(rooms).flatMap(([name, room]) => roomRules(name, room)),
  {
    files: ['src/webview/**/*.ts'],
    rules: {
      'no-restricted-syntax': [
        'error',
        {
          // esbuild escapes other characters in texts, but not in expressions.
          selector: 'Literal[regex.pattern=/[^\\u0000-\\u007f]/]',
          message: 'One such character has V8 hold the whole script in two bytes a character: write \\u and its number',
        },
      ],
    },
  },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
