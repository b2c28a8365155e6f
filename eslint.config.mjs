import js from '@eslint/js';
import tseslint from 'typescript-eslint';

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
