/**
 * The import table of the house: each room, a folder of `src`, and the rooms and files that it may import. What stands
 * directly in a folder has a row of its own (`service`), and so has each of its inner rooms (`service/http`).
 * `src/README.md` tells what the rooms are for.
 */
const table = {
  common: [],

  'service/model': ['common'],
  'service/http': ['service/model', 'service/v2/contract.ts', 'common'],
  'service/oauth': ['service/http', 'service/model', 'service/v2/contract.ts', 'common'],
  'service/records': ['service/model', 'service/v2/contract.ts', 'common'],
  'service/v2': ['service/http', 'service/model', 'common'],
  service: ['service/http', 'service/oauth', 'service/v2', 'common'],

  environments: ['environments/settings', 'environments/edit', 'service', 'common'],
  'environments/settings': ['environments', 'service', 'common'],
  'environments/edit': ['environments', 'service', 'common'],
  'sandbox-view': ['sandbox/control/contract.ts', 'environments', 'service', 'common'],

  problems: ['service', 'common'],

  'auth/sessions': ['service', 'common'],
  'auth/refresh': ['auth/sessions', 'auth/sign-in/unless-aborted.ts', 'service', 'common'],
  'auth/sign-in': ['auth/sessions', 'environments', 'service', 'common'],
  'auth/provider': ['auth', 'environments', 'problems', 'service', 'common'],
  'auth/diagnostics': ['auth/sessions', 'auth/provider', 'service', 'common'],
  auth: [
    'auth/sessions',
    'auth/refresh',
    'auth/sign-in',
    'auth/provider',
    'auth/diagnostics',
    'environments',
    'service',
    'common',
  ],

  vehicles: ['vehicles/data', 'vehicles/explorer', 'vehicles/commands', 'auth', 'problems', 'service', 'common'],
  'vehicles/data': ['vehicles/explorer', 'auth', 'service', 'common'],
  'vehicles/explorer': ['vehicles/data', 'vehicles/commands', 'auth', 'problems', 'service', 'common'],
  'vehicles/commands': ['vehicles/data', 'vehicles/explorer', 'auth', 'problems', 'service', 'common'],

  records: ['records/load', 'records/export', 'records/panel', 'problems', 'service', 'common'],
  'records/load': ['records', 'service', 'common'],
  'records/export': ['records', 'service', 'common'],
  'records/panel': ['records', 'problems/remedy-button.ts', 'service', 'common'],

  requests: ['service', 'common'],
  assistant: ['api.ts', 'common'],

  sandbox: ['service/v2/contract.ts', 'common', 'sandbox'],
  'sandbox/oauth': ['service/v2/contract.ts', 'common', 'sandbox'],
  'sandbox/api': ['service/v2/contract.ts', 'common', 'sandbox'],
  'sandbox/world': ['service/v2/contract.ts', 'common', 'sandbox'],
  'sandbox/faults': ['service/v2/contract.ts', 'common', 'sandbox'],
  'sandbox/control': ['service/v2/contract.ts', 'common', 'sandbox'],

  webview: ['webview', 'records/protocol.ts'],
  ...inWebview({
    base: [],
    formats: ['base'],
    data: ['base', 'formats'],
    grid: ['base', 'formats', 'data'],
    table: ['base', 'formats', 'data', 'grid'],
    charts: ['base', 'formats', 'data'],
    analysis: ['base', 'formats', 'data', 'charts'],
    page: ['base', 'formats', 'data', 'grid', 'table', 'charts', 'analysis'],
  }),
};

/** They run in a plain process, a test or a browser. */
const withoutVsCode = ['common', 'service', 'sandbox', 'webview'];

/** What the page in the browser may import of the rooms outside `webview`. */
function inWebview(inner) {
  const outside = ['records/protocol.ts', 'records/sources.ts', 'service/records', 'common'];
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
    { name: 'no circles', severity: 'warn', from: {}, to: { circular: true } },
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
