import js from '@eslint/js';
import node from 'eslint-plugin-n';
import tseslint from 'typescript-eslint';

/** Of Node 22.1, which the rules of eslint-plugin-n don't know. */
const missingProperties = [
  { object: 'URL', property: 'parse', message: 'Use parseUrl of src/common/missing-in-node-20.ts' },
];
const terminalProperties = ['stdout', 'stderr'].map((property) => ({
  object: 'process',
  property,
  message: 'Print it through src/common/text/terminal.ts: names and texts of others are commands there',
}));

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
  {
    // The one way to what VS Code shows. What is left of `vscode.window` shows nothing.
    files: ['src/**/*.ts'],
    ignores: ['src/window/**', 'src/webview/**'],
    rules: {
      'no-restricted-syntax': [
        'error',
        ...[
          "MemberExpression[object.property.name='window'][property.name=/^(show|with|setStatusBar|create(?!OutputChannel))/]",
          "VariableDeclarator[init.name='vscode'] > ObjectPattern > Property[key.name='window']",
          "ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name=/^(window|MarkdownString)$/]",
          "VariableDeclarator[init.name='vscode'] > ObjectPattern > Property[key.name='MarkdownString']",
          "NewExpression[callee.property.name='MarkdownString']",
        ].map((selector) => ({ selector, message: 'Show it through src/window: texts of others are no links there' })),
        {
          selector: "MemberExpression[object.property.name='fs'][property.name='readFile']",
          message: 'Read it with readBounded: it may be a device, a pipe or larger than memory',
        },
      ],
    },
  },
  {
    files: ['src/**/*.ts'],
    ignores: ['src/common/random-secret.ts'],
    rules: {
      'no-restricted-imports': [
        'error',
        {
          paths: [
            {
              name: 'node:crypto',
              importNames: ['timingSafeEqual'],
              message: 'Compare secrets with isSameSecret of src/common/random-secret.ts',
            },
          ],
        },
      ],
    },
  },
  {
    // All that others start runs on the oldest Node of package.json's `engines`, and what starts everything before another
    // one is installed. VS Code has brought a newer one since 1.105; rooms are shared, so one rule is for all.
    files: ['src/**/*.ts', 'test/tools/run.mjs'],
    ignores: ['src/webview/**'],
    plugins: { n: node },
    rules: {
      'n/no-unsupported-features/es-builtins': 'error',
      'n/no-unsupported-features/es-syntax': 'error',
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true }],
      'no-restricted-properties': ['error', ...missingProperties],
    },
  },
  {
    // The one way to a terminal, where texts of others are no commands. The helper's output is read by the extension.
    files: ['src/**/*.ts'],
    ignores: [
      'src/common/text/terminal.ts',
      'src/auth/refresh/run-helper.ts',
      // The protocol's messages.
      'src/agents/main.ts',
      'src/webview/**',
    ],
    rules: {
      'no-console': 'error',
      'no-restricted-properties': ['error', ...missingProperties, ...terminalProperties],
    },
  },
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
