const sandboxRooms = ['oauth', 'v2', 'v3', 'world', 'faults', 'control', 'web', 'rules'].map(
  (room) => `sandbox/${room}`,
);
const sharedOfSandbox = ['sandbox/behavior-basis.ts', 'sandbox/describe-issues.ts', 'sandbox/scenario.ts'];
/** What the sandbox, a face of each version, sends and takes. */
const wireShapes = [
  'service/v2/contract.ts',
  'service/v3/contract.ts',
  'service/oauth/token-contract.ts',
  'service/model/permissions.ts',
  'service/model/makes.ts',
  'common',
];

/**
 * The import table of the house: each room, a folder of `src`, and the rooms and files that it may import. What stands
 * directly in a folder has a row of its own (`service`), and so has each of its inner rooms (`service/http`).
 * `src/README.md` tells what the rooms are for.
 */
const table = {
  common: [],
  window: ['common'],

  'service/model': ['common'],
  'service/http': ['service/model', 'common'],
  'service/oauth': ['service/http', 'service/model', 'common'],
  'service/records': ['service/model', 'common'],
  // Data about both versions, and of neither: the rooms above may use it.
  'service/moves': [],
  // What both versions have in common.
  'service/api': ['service/http', 'service/model', 'common'],
  'service/v2': ['service/api', 'service/http', 'service/model', 'common'],
  'service/v3': ['service/api', 'service/http', 'service/records', 'service/model', 'common'],
  service: ['service/http', 'service/model', 'service/oauth', 'service/records', 'service/v2', 'service/v3', 'common'],

  environments: ['environments/settings', 'environments/edit', 'service/model', 'window', 'common'],
  'environments/settings': ['service/model', 'service/http/addresses.ts', 'common'],
  'environments/edit': ['environments/settings', 'service/model', 'window', 'common'],
  'sandbox-view': [
    'sandbox/control/contract.ts',
    'sandbox/control/environment-variables.ts',
    'sandbox/faults/fault-choices.ts',
    'environments',
    'service/model',
    'window',
    'common',
  ],

  notifications: ['service/model', 'service/deprecation-notices.ts', 'window', 'common'],

  'auth/sessions': ['service/model', 'service/oauth', 'common'],
  'auth/refresh': [
    'auth/sessions',
    'service/model',
    'service/oauth',
    'service/http/network-failures.ts',
    'service/http/tunnel.ts',
    'service/http/trusted-authorities.ts',
    'service/http/routed-fetch.ts',
    'service/lazy-service.ts',
    'common',
  ],
  'auth/sign-in': ['auth/sessions', 'environments', 'service/model', 'service/oauth', 'window', 'common'],
  'auth/provider': [
    'auth/sessions',
    'auth/refresh',
    'environments',
    'notifications',
    'service/model',
    'service/oauth',
    'service/lazy-service.ts',
    'window',
    'common',
  ],
  'auth/diagnostics': ['auth/sessions', 'auth/refresh', 'service/model', 'window', 'common'],
  auth: [
    'auth/sessions',
    'auth/refresh',
    'auth/sign-in',
    'auth/provider',
    'auth/diagnostics',
    'environments',
    'service/model',
    'service/http/addresses.ts',
    'service/oauth',
    'common',
  ],

  vehicles: [
    'vehicles/data',
    'vehicles/explorer',
    'vehicles/commands',
    'auth',
    'notifications',
    'service/model',
    'window',
    'common',
  ],
  'vehicles/data': ['auth', 'service/model', 'common'],
  'vehicles/explorer': ['vehicles/data', 'auth', 'notifications/remedy-button.ts', 'service/model', 'window', 'common'],
  'vehicles/commands': [
    'vehicles/data',
    'vehicles/explorer',
    'auth',
    'notifications',
    'service/model',
    'service/oauth',
    'versions',
    'window',
    'common',
  ],

  records: [
    'records/protocol',
    'records/load',
    'records/export',
    'records/panel',
    'records/file',
    'records/compare',
    'notifications',
    'service/model',
    'service/records',
    'window',
    'common',
  ],
  'records/protocol': ['service/records', 'common'],
  'records/csv': ['service/model', 'service/records', 'service/record-forms.ts', 'common'],
  'records/file': [
    'records/csv',
    'records/protocol',
    'service/model',
    'service/records',
    'service/record-forms.ts',
    'common',
  ],
  'records/load': ['records/protocol', 'service/model', 'service/records', 'common'],
  'records/export': [
    'records/csv',
    'records/protocol',
    'records/load',
    'service/model',
    'service/records',
    'window',
    'common',
  ],
  'records/compare': ['records/load', 'records/export', 'records/file', 'service/records', 'window', 'common'],
  'records/panel': [
    'records/protocol',
    'records/load',
    'records/export',
    'notifications/remedy-button.ts',
    'service/model',
    'service/records',
    'window',
    'common',
  ],

  versions: ['service/moves', 'service/model', 'service/records', 'common'],

  'migration/source': [],
  'migration/rules': ['migration/source', 'service/moves', 'common'],
  'migration/folder': ['migration/source', 'migration/rules', 'common'],
  'migration/report': ['migration/folder', 'migration/rules', 'migration/source', 'common'],
  'migration-view': ['migration/rules', 'migration/report', 'window', 'common'],
  migration: ['migration/folder', 'migration/report', 'migration/rules', 'common'],

  requests: ['service/model', 'service/http/redact.ts', 'window', 'common'],
  assistant: ['api.ts', 'agents', 'service/model', 'window', 'common'],
  'agents/channel': ['common'],
  'agents/stdio': ['common'],
  agents: [
    'agents/channel',
    'agents/stdio',
    'api.ts',
    'exported-api.ts',
    'migration/folder',
    'migration/report',
    'migration/rules',
    'sandbox/behavior-basis.ts',
    'sandbox/control',
    'sandbox/faults/fault-schema.ts',
    'sandbox/world',
    'sandbox-view',
    'service',
    'versions',
    'common',
  ],

  sandbox: [...sandboxRooms, ...wireShapes],
  'sandbox/rules': [],
  'sandbox/world': ['service/model/makes.ts', 'common'],
  'sandbox/web': ['sandbox/behavior-basis.ts', 'sandbox/world', 'common'],
  'sandbox/oauth': ['sandbox/behavior-basis.ts', 'sandbox/web', 'sandbox/world', ...wireShapes],
  'sandbox/v2': [...sharedOfSandbox, 'sandbox/oauth', 'sandbox/web', 'sandbox/world', ...wireShapes],
  'sandbox/v3': [...sharedOfSandbox, 'service/moves', 'sandbox/oauth', 'sandbox/web', 'sandbox/world', ...wireShapes],
  'sandbox/faults': ['sandbox/oauth', 'sandbox/web', ...wireShapes],
  'sandbox/control': [...sharedOfSandbox, ...sandboxRooms, ...wireShapes],

  webview: ['webview', 'records/protocol'],
  ...inWebview({
    base: [],
    formats: ['base'],
    data: ['base', 'formats'],
    rows: ['base', 'data'],
    results: ['base', 'formats', 'data', 'rows'],
    grid: ['base', 'formats', 'data', 'rows', 'results'],
    find: ['base', 'formats', 'data', 'rows', 'grid'],
    table: ['base', 'formats', 'data', 'rows', 'results', 'grid', 'find'],
    plot: ['base'],
    charts: ['base', 'formats', 'data', 'rows', 'results', 'plot'],
    summary: ['base', 'formats', 'data', 'rows', 'results', 'plot'],
    analysis: ['base', 'formats', 'data', 'rows', 'results', 'charts', 'summary'],
    header: ['base', 'formats', 'summary'],
    page: ['base', 'formats', 'data', 'rows', 'results', 'grid', 'table', 'charts', 'summary', 'analysis', 'header'],
  }),
};

/** They run in a plain process, a test or a browser. */
const withoutVsCode = ['agents', 'common', 'migration', 'service', 'sandbox', 'versions', 'webview'];

/** What the page in the browser may import of the rooms outside `webview`. */
function inWebview(inner) {
  const outside = ['records/protocol', 'service/records', 'common'];
  return Object.fromEntries(
    Object.entries(inner).map(([name, may]) => [
      `webview/${name}`,
      [...may.map((other) => `webview/${other}`), ...outside],
    ]),
  );
}

const literal = (path) => path.replaceAll('.', '\\.') + (path.endsWith('.ts') ? '$' : '/');

function roomRule([room, may]) {
  const hasInner = Object.keys(table).some((other) => other.startsWith(`${room}/`));
  return {
    name: `src/${room}`,
    comment: `src/${room} may import only: ${may.join(', ') || 'nothing'} (the table is in .dependency-cruiser.mjs)`,
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
    ...Object.entries(table).map(roomRule),
  ],
  options: {
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: { extensions: ['.ts', '.mjs', '.js'] },
  },
};
