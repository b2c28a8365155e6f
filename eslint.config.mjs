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
const takeClock = 'Take a Clock: src/common/clock.ts is the one file that asks the machine for the time';
const takeZone = 'Days are UTC days of the service; people are told times by src/common/text/local-time.ts';
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
/** What reads the clock or the zone of the machine, for the rule of that name. */
const machineTime = [
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
];
const oneByteScript = {
  // esbuild escapes other characters in texts, but not in expressions.
  selector: 'Literal[regex.pattern=/[^\\u0000-\\u007f]/]',
  message: 'One such character has V8 hold the whole script in two bytes a character: write \\u and its number',
};
const crypto = {
  name: 'node:crypto',
  importNames: ['timingSafeEqual'],
  message: 'Compare secrets with isSameSecret of src/common/random-secret.ts',
};
const clockProperties = [
  { object: 'Date', property: 'now', message: takeClock },
  { object: 'performance', property: 'timeOrigin', message: takeClock },
  ...localMembers.map((property) => ({ property, message: takeZone })),
];
const nodeProperties = [...missingProperties, ...terminalProperties, ...clockProperties];
const terminalFiles = [
  'src/common/text/terminal.ts',
  // Its output is read by the extension.
  'src/extension/auth/refresh/run-helper.ts',
  // The protocol's messages.
  'src/mcp/main.ts',
];

export default tseslint.config(
  { ignores: ['dist/', '.vscode-test/'] },
  js.configs.recommended,
  {
    files: ['**/*.ts'],
    extends: [tseslint.configs.recommendedTypeChecked, tseslint.configs.stylisticTypeChecked],
    languageOptions: {
      parserOptions: { project: ['tsconfig.json', 'src/viewer/tsconfig.json', 'test/bench/page/tsconfig.json'] },
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
    ignores: ['src/extension/window/**', 'src/viewer/**'],
    rules: {
      'no-restricted-syntax': [
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
        ...machineTime,
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
          paths: [crypto],
          patterns: [
            { regex: '/clock\\.ts$', importNames: ['systemClock'], message: 'Take a Clock from who builds you' },
          ],
        },
      ],
    },
  },
  {
    // What builds the others, and the page, whose parts are drawn and not computed.
    files: [
      'src/extension/extension.ts',
      'src/extension/*/{register,lazy-parts}.ts',
      'src/sandbox/server.ts',
      'src/mcp/sandbox-reader.ts',
      'src/extension/auth/window-sessions.ts',
      'src/extension/auth/refresh/run-helper.ts',
      'src/extension/notifications/show-error.ts',
      'src/viewer/**/*.ts',
    ],
    rules: { 'no-restricted-imports': ['error', { paths: [crypto] }] },
  },
  {
    // All that others start runs on the oldest Node of package.json's `engines`, and what starts everything before another
    // one is installed. VS Code has brought a newer one since 1.105; rooms are shared, so one rule is for all.
    files: ['src/**/*.ts', 'test/tools/run.mjs'],
    ignores: ['src/viewer/**'],
    plugins: { n: node },
    rules: {
      'n/no-unsupported-features/es-builtins': 'error',
      'n/no-unsupported-features/es-syntax': 'error',
      'n/no-unsupported-features/node-builtins': ['error', { allowExperimental: true }],
      'no-restricted-properties': ['error', ...missingProperties],
    },
  },
  // One list a file: the last that fits a file is the one that counts.
  { files: ['src/**/*.ts'], rules: { 'no-restricted-properties': ['error', ...nodeProperties] } },
  {
    // The one way to a terminal, where texts of others are no commands.
    files: ['src/**/*.ts'],
    ignores: [...terminalFiles, 'src/viewer/**'],
    rules: { 'no-console': 'error' },
  },
  {
    files: terminalFiles,
    rules: { 'no-restricted-properties': ['error', ...missingProperties, ...clockProperties] },
  },
  {
    files: ['src/common/clock.ts', 'src/common/text/local-time.ts'],
    rules: { 'no-restricted-properties': ['error', ...missingProperties, ...terminalProperties] },
  },
  {
    files: ['src/viewer/**/*.ts'],
    ignores: ['src/viewer/formats/zone.ts'],
    rules: { 'no-restricted-properties': ['error', ...clockProperties] },
  },
  { files: ['src/viewer/formats/zone.ts'], rules: { 'no-restricted-properties': 'off' } },
  { files: ['src/extension/window/**/*.ts'], rules: { 'no-restricted-syntax': ['error', ...machineTime] } },
  {
    files: ['src/viewer/**/*.ts'],
    ignores: ['src/viewer/formats/zone.ts'],
    rules: { 'no-restricted-syntax': ['error', oneByteScript, ...machineTime] },
  },
  // Which clock times are shown by, the machine's among them.
  { files: ['src/viewer/formats/zone.ts'], rules: { 'no-restricted-syntax': ['error', oneByteScript] } },
  {
    files: ['**/*.mjs'],
    languageOptions: { globals: { process: 'readonly', console: 'readonly', URL: 'readonly' } },
  },
);
