import js from '@eslint/js';
import node from 'eslint-plugin-n';
import { builtinRules } from 'eslint/use-at-your-own-risk';
import tseslint from 'typescript-eslint';

/**
 * ESLint's rules against certain code, under a name for each reason: of rules with the same name, the last block that
 * fits a file replaces those before it.
 */
const against = {
  rules: {
    imports: builtinRules.get('no-restricted-imports'),
    properties: builtinRules.get('no-restricted-properties'),
    syntax: builtinRules.get('no-restricted-syntax'),
  },
};
const takeClock = 'Take a Clock: src/common/clock.ts is the one file that asks the machine for the time';
const takeZone = 'Days are UTC days of the service; people are told times by src/common/text/dates.ts';
/** Of Date, by the zone of the machine. */
const localMembers = [
  ...['FullYear', 'Month', 'Date', 'Day', 'Hours', 'Minutes', 'Seconds', 'Milliseconds'].flatMap((part) => [
    `get${part}`,
    `set${part}`,
  ]),
  ...[
    'getTimezoneOffset',
    'toDateString',
    'toTimeString',
    'toLocaleString',
    'toLocaleDateString',
    'toLocaleTimeString',
  ],
];
const terminalFiles = [
  'src/common/text/terminal.ts',
  // Its output is read by the extension.
  'src/extension/auth/refresh/run-helper.ts',
  // The protocol's messages.
  'src/mcp/main.ts',
];
/** Which clock times are shown by, the machine's among them. */
const shownZone = 'src/viewer/formats/zone.ts';

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.{ts,tsx}'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'src/viewer/tsconfig.json', 'test/bench/viewer/page/tsconfig.json'] },
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
    plugins: {
      n: node,
      clock: against,
      'oldest-node': against,
      page: against,
      secrets: against,
      terminal: against,
      window: against,
    },
  },
  {
    // The one way to what VS Code shows. What is left of `vscode.window` shows nothing.
    files: ['src/**/*.{ts,tsx}'],
    // The gate only creates the views; `window/tree-view.ts` shows what is in them.
    ignores: ['src/extension/extension.ts', 'src/extension/window/**', 'src/viewer/**'],
    rules: {
      'window/syntax': [
        'error',
        ...[
          "MemberExpression[object.property.name='window'][property.name=/^(show|with|setStatusBar|create(?!OutputChannel))/]",
          "VariableDeclarator[init.name='vscode'] > ObjectPattern > Property[key.name='window']",
          "ImportDeclaration[source.value='vscode'] > ImportSpecifier[imported.name=/^(window|MarkdownString)$/]",
          "VariableDeclarator[init.name='vscode'] > ObjectPattern > Property[key.name='MarkdownString']",
          "NewExpression[callee.property.name='MarkdownString']",
        ].map((selector) => ({
          selector,
          message: 'Show it through src/extension/window: texts of others are no links there',
        })),
        {
          selector: "MemberExpression[object.property.name='fs'][property.name='readFile']",
          message: 'Read it with readBounded: it may be a device, a pipe or larger than memory',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/common/random-secret.ts'],
    rules: {
      'secrets/imports': [
        'error',
        {
          name: 'node:crypto',
          importNames: ['timingSafeEqual'],
          message: 'Compare secrets with isSameSecret of src/common/random-secret.ts',
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [
      // What builds the others, and the page, whose parts are drawn and not computed.
      'src/extension/window.ts',
      'src/extension/auth/create-auth.ts',
      'src/extension/sandbox/sandbox-room.ts',
      'src/sandbox/server.ts',
      'src/mcp/{main,sandbox-reader}.ts',
      'src/receiver-check/main.ts',
      'src/extension/auth/window-sessions.ts',
      'src/extension/auth/refresh/run-helper.ts',
      'src/extension/notifications/show-error.ts',
      'src/viewer/**',
    ],
    rules: {
      'clock/imports': [
        'error',
        {
          patterns: [
            { regex: '/clock\\.ts$', importNames: ['systemClock'], message: 'Take a Clock from who builds you' },
          ],
        },
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: ['src/common/clock.ts', 'src/common/text/dates.ts', shownZone],
    rules: {
      'clock/properties': [
        'error',
        { object: 'Date', property: 'now', message: takeClock },
        { object: 'performance', property: 'timeOrigin', message: takeClock },
        ...localMembers.map((property) => ({ property, message: takeZone })),
      ],
    },
  },
  {
    files: ['src/**/*.{ts,tsx}'],
    ignores: [shownZone],
    rules: {
      'clock/syntax': [
        'error',
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: takeClock },
        { selector: "CallExpression[callee.name='Date']", message: takeClock },
        { selector: "NewExpression[callee.name='Date'][arguments.length>1]", message: takeZone },
        {
          selector:
            ":matches(CallExpression[callee.object.name='Date'][callee.property.name='parse'], NewExpression[callee.name='Date']) > TemplateLiteral > TemplateElement[tail=true]:not([value.raw=/(Z|[+-]\\d\\d:\\d\\d)$/])",
          message: takeZone,
        },
        {
          selector: "[callee.property.name='DateTimeFormat']:not(:has(Property[key.name='timeZone']))",
          message: takeZone,
        },
      ],
    },
  },
  {
    // All that others start runs on the oldest Node of package.json's `engines`, and what starts everything before another
    // one is installed. VS Code has brought a newer one since 1.105; rooms are shared, so one rule is for all.
    files: ['src/**/*.ts', 'test/tools/run.mjs'],
    ignores: ['src/viewer/**'],
    rules: {
      'n/no-unsupported-features/es-builtins': 'error',
      'n/no-unsupported-features/es-syntax': 'error',
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true }],
      // What the rules of eslint-plugin-n don't know.
      'oldest-node/properties': [
        'error',
        { object: 'URL', property: 'parse', message: 'Use parseUrl of src/common/missing-in-node-20.ts' },
        {
          object: 'AbortSignal',
          property: 'timeout',
          message: 'Use timeLimit of src/common/abort-with.ts: Node 20 may collect this one before it aborts',
        },
      ],
    },
  },
  {
    // The one way to a terminal, where texts of others are no commands.
    files: ['src/**/*.{ts,tsx}'],
    ignores: [...terminalFiles, 'src/viewer/**'],
    rules: {
      'no-console': 'error',
      'terminal/properties': [
        'error',
        ...['stdout', 'stderr'].map((property) => ({
          object: 'process',
          property,
          message: 'Print it through src/common/text/terminal.ts: names and texts of others are commands there',
        })),
      ],
    },
  },
  {
    files: ['src/viewer/**/*.{ts,tsx}'],
    rules: {
      'page/syntax': [
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
    languageOptions: {
      globals: Object.fromEntries(
        ['process', 'console', 'URL', 'Buffer', 'setImmediate'].map((name) => [name, 'readonly']),
      ),
    },
    rules: { 'no-unused-vars': ['error', { argsIgnorePattern: '^_' }] },
  },
);
