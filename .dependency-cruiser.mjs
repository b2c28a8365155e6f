/** Each room of the sandbox; `sandbox/control` is the contract that other programs type their calls by. */
const sandboxRooms = ['oauth', 'v2', 'v3', 'webhooks', 'world', 'faults', 'control', 'web', 'rules'].map(
  (room) => `sandbox/${room}`,
);
const sharedOfSandbox = ['sandbox/rules', 'sandbox/scenario.ts'];
/** What the sandbox, which plays the service in both versions, sends and takes. */
const wireShapes = [
  'service/v2/contract.ts',
  'service/v3/contract.ts',
  'service/oauth/token-contract.ts',
  'service/webhooks',
  'service/model/basis.ts',
  'service/model/vehicles.ts',
  'common',
];

/**
 * What one program may import of the others. A program is a folder directly in `src`, and so is what several share;
 * `src/README.md` says where each begins, what it is built into and where it runs.
 */
const programs = {
  extension: ['viewer/messages', 'sandbox', 'sandbox-client', 'check', 'receiver-check', 'mcp', 'service', 'common'],
  viewer: ['service/comparison/field-line.ts', 'service/records', 'common'],
  mcp: ['check', 'receiver-check', 'sandbox', 'sandbox-client', 'service', 'common'],
  check: ['service/field-mapping', 'service/model/environment.ts', 'common'],
  'receiver-check': ['service/http', 'service/model', 'service/webhooks', 'common'],
  'sandbox-client': ['sandbox/control/contract.ts', 'service/model', 'service/webhooks', 'common'],
  sandbox: ['service/field-mapping', 'service/http/post.ts', ...wireShapes],
  service: ['common'],
  common: [],
};

/**
 * The rooms inside the programs, and what each may import. What stands directly in a folder has a row of its own
 * (`service`), and so has each of its inner rooms (`service/http`).
 */
const rooms = {
  'service/model': ['common'],
  'service/http': ['service/model', 'common'],
  'service/oauth': ['service/http', 'service/model', 'common'],
  // Data about both versions, and of neither: the rooms below may use it.
  'service/field-mapping': ['service/model'],
  'service/records': ['service/field-mapping', 'service/model', 'common'],
  // What both versions have in common.
  'service/api': ['service/http', 'service/model', 'common'],
  'service/v2': ['service/api', 'service/http', 'service/model', 'common'],
  'service/v3': [
    ...['service/api', 'service/http', 'service/model', 'common'],
    ...['service/records/list-elements.ts', 'service/records/wire-format.ts'],
  ],
  'service/webhooks': ['service/model', 'common'],
  'service/comparison': ['service/field-mapping', 'service/model', 'service/records', 'common'],
  service: ['service/http', 'service/model', 'service/oauth', 'service/records', 'service/v2', 'service/v3', 'common'],

  sandbox: [...sandboxRooms, ...wireShapes],
  'sandbox/rules': ['service/model/basis.ts', 'service/webhooks/event-forms.ts'],
  'sandbox/world': ['common'],
  'sandbox/web': ['sandbox/rules', 'sandbox/world', 'common'],
  'sandbox/oauth': ['sandbox/rules', 'sandbox/web', 'sandbox/world', ...wireShapes],
  'sandbox/v2': [...sharedOfSandbox, 'sandbox/oauth', 'sandbox/web', 'sandbox/world', ...wireShapes],
  'sandbox/v3': [
    ...sharedOfSandbox,
    'service/field-mapping',
    'sandbox/oauth',
    'sandbox/web',
    'sandbox/webhooks',
    'sandbox/world',
    ...wireShapes,
  ],
  'sandbox/webhooks': [
    'sandbox/rules',
    'sandbox/faults',
    'sandbox/web',
    'sandbox/world',
    'service/http/post.ts',
    ...wireShapes,
  ],
  'sandbox/faults': ['sandbox/rules', 'sandbox/oauth', 'sandbox/web', ...wireShapes],
  'sandbox/control': [...sharedOfSandbox, ...sandboxRooms, ...wireShapes],

  'check/source': [],
  'check/rules': ['check/source', 'service/field-mapping', 'service/model/environment.ts', 'common'],
  'check/folder': ['check/source', 'check/rules', 'common'],
  'check/report': ['check/folder', 'check/rules', 'check/source', 'common'],
  check: ['check/folder', 'check/report', 'check/rules', 'common'],

  'receiver-check': ['receiver-check/rules', 'service/http', 'service/model', 'service/webhooks', 'common'],
  'receiver-check/rules': ['receiver-check/receiver.ts', 'service/webhooks', 'service/model/basis.ts', 'common'],

  'mcp/channel': ['common'],
  'mcp/stdio': ['common'],
  mcp: [
    'mcp/channel',
    'mcp/stdio',
    'check/folder',
    'check/report',
    'check/rules',
    'receiver-check',
    'sandbox/rules',
    'sandbox/control',
    'sandbox/faults/fault-schema.ts',
    'sandbox/world',
    'sandbox-client',
    'service',
    'common',
  ],

  viewer: ['viewer', 'service/records', 'common'],
  'viewer/messages': ['service/comparison/field-line.ts', 'service/records', 'common'],
  ...inViewer({
    base: [],
    formats: ['base'],
    data: ['base', 'formats'],
    rows: ['base', 'data'],
    results: ['base', 'formats', 'data', 'rows'],
    grid: ['base', 'formats', 'data', 'rows', 'results'],
    table: ['base', 'formats', 'data', 'rows', 'results', 'grid'],
    plot: ['base'],
    charts: ['base', 'formats', 'data', 'rows', 'results', 'plot'],
    summary: ['base', 'formats', 'data', 'rows', 'results', 'plot'],
    analysis: ['base', 'formats', 'data', 'rows', 'results', 'plot', 'charts', 'summary'],
    header: ['base', 'formats', 'summary'],
    page: ['base', 'formats', 'data', 'rows', 'results', 'grid', 'table', 'charts', 'summary', 'analysis', 'header'],
  }),

  ...inExtension({
    window: [],
    environments: [
      'extension/environments/settings',
      'extension/environments/edit',
      'extension/window',
      'service/model',
    ],
    'environments/settings': ['service/model', 'service/http/addresses.ts'],
    'environments/edit': ['extension/environments/settings', 'extension/window', 'service/model'],
    sandbox: [
      'sandbox-client',
      'sandbox/control/contract.ts',
      'sandbox/control/environment-variables.ts',
      'sandbox/faults/fault-choices.ts',
      'extension/environments',
      'extension/notifications',
      'extension/window',
      'service/model',
    ],
    notifications: ['service/model', 'service/deprecation-notices.ts', 'extension/window'],

    'auth/sessions': ['service/model', 'service/oauth'],
    'auth/refresh': [
      'extension/auth/sessions',
      'service/model',
      'service/oauth',
      'service/http/network-failures.ts',
      'service/http/dispatchers.ts',
      'service/http/trusted-authorities.ts',
      'service/http/transport.ts',
    ],
    'auth/sign-in': [
      'extension/auth/sessions',
      'extension/environments',
      'extension/window',
      'service/model',
      'service/oauth',
      'service/service-client.ts',
    ],
    'auth/provider': [
      'extension/auth/sessions',
      'extension/auth/refresh',
      'extension/environments',
      'extension/notifications',
      'extension/window',
      'service/model',
      'service/service-client.ts',
    ],
    auth: [
      'extension/auth/sessions',
      'extension/auth/refresh',
      'extension/auth/sign-in',
      'extension/auth/provider',
      'extension/environments',
      'extension/notifications',
      'extension/window',
      'service/model',
      'service/http/addresses.ts',
      'service/oauth',
      'service/service-client.ts',
    ],

    'vehicles/data': ['extension/auth', 'extension/environments/settings', 'service/model'],
    'vehicles/explorer': [
      'extension/vehicles/data',
      'extension/auth',
      'extension/environments/settings',
      'extension/notifications/remedy-button.ts',
      'extension/window',
      'service/model',
    ],
    'vehicles/commands': [
      'extension/vehicles/data',
      'extension/vehicles/explorer',
      'extension/auth',
      'extension/environments/settings',
      'extension/notifications',
      'extension/window',
      'viewer/messages',
      'service/comparison',
      'service/model',
      'service/oauth',
    ],

    records: [
      'extension/records/load',
      'extension/records/export',
      'extension/records/panel',
      'extension/records/file',
      'extension/window',
      'viewer/messages',
    ],
    'records/csv': ['service/model', 'service/records'],
    'records/file': ['extension/records/csv', 'viewer/messages', 'service/model', 'service/records'],
    'records/load': [
      'extension/records/file',
      'extension/auth/provider',
      'extension/auth/sessions',
      'extension/environments/settings',
      'extension/notifications/remedy-button.ts',
      'extension/sandbox',
      'extension/vehicles/data',
      'viewer/messages',
      'service/comparison',
      'service/model',
      'service/records',
    ],
    'records/export': [
      'extension/records/csv',
      'extension/records/load',
      'extension/window',
      'viewer/messages',
      'service/model',
      'service/records',
    ],
    'records/panel': [
      'extension/records/load',
      'extension/records/export',
      'extension/environments/settings/user-settings.ts',
      'extension/window',
      'viewer/messages',
      'service/comparison',
      'service/model',
    ],

    migration: ['check/folder', 'check/report', 'check/rules', 'check/source', 'extension/window'],
    requests: [
      'extension/auth/provider',
      'extension/vehicles/data',
      'extension/window',
      'service/model',
      'service/http/redact.ts',
    ],
    webhooks: [
      'extension/requests',
      'extension/environments/settings',
      'extension/sandbox/sandbox-room.ts',
      'extension/window',
      'receiver-check',
      'sandbox/control/contract.ts',
      'sandbox/webhooks/webhook-options.ts',
      'sandbox-client/signing-keys.ts',
      'service/webhooks',
    ],
    agents: [
      'mcp',
      'service/client-reader.ts',
      'service/model',
      'extension/auth/provider',
      'extension/auth/sessions',
      'extension/vehicles/data',
      'extension/window',
    ],
  }),
};

/** They run in a plain process, a test or a browser. */
const withoutVsCode = Object.keys(programs).filter((program) => program !== 'extension');

/** What the page in the browser may import of what is outside its own rooms. */
function inViewer(inner) {
  const outside = ['viewer/messages', 'service/records', 'common'];
  return Object.fromEntries(
    Object.entries(inner).map(([name, may]) => [
      `viewer/${name}`,
      [...may.map((other) => `viewer/${other}`), ...outside],
    ]),
  );
}

/** Each room of the extension may import `common`. */
function inExtension(inner) {
  return Object.fromEntries(Object.entries(inner).map(([name, may]) => [`extension/${name}`, [...may, 'common']]));
}

const literal = (path) => path.replaceAll('.', '\\.') + (path.endsWith('.ts') ? '$' : '/');

function programRule([program, may]) {
  return {
    name: `src/${program}`,
    comment: `src/${program} may import of other programs only: ${may.join(', ') || 'nothing'} (see .dependency-cruiser.mjs)`,
    severity: 'error',
    from: { path: `^src/${program}/` },
    to: { path: '^src/', pathNot: `^src/(${[program, ...may].map(literal).join('|')})` },
  };
}

function roomRule([room, may]) {
  const hasInner = Object.keys(rooms).some((other) => other.startsWith(`${room}/`));
  return {
    name: `src/${room}`,
    comment: `src/${room} may import only: ${may.join(', ') || 'nothing'} (see .dependency-cruiser.mjs)`,
    severity: 'error',
    from: { path: `^src/${room}/${hasInner ? '[^/]+$' : ''}` },
    to: {
      path: '^src/',
      pathNot: `^src/(${[...may, hasInner ? `${room}/[^/]+$` : room].map((path) => (path.endsWith('$') ? path : literal(path))).join('|')})`,
    },
  };
}

export default {
  forbidden: [
    { name: 'no circles', severity: 'error', from: { path: '^src/' }, to: { circular: true } },
    {
      name: 'without VS Code',
      severity: 'error',
      from: { path: `^src/(${withoutVsCode.join('|')})/` },
      to: { path: '(^|/)vscode($|/)' },
    },
    ...Object.entries(programs).map(programRule),
    ...Object.entries(rooms).map(roomRule),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.tsx', '.mjs', '.js'] },
  },
};
