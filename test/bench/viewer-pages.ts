import { build } from 'esbuild';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { viewerPage } from '../../src/records/page.ts';
import { dist } from '../tools/lib/paths.ts';
import { installPeers } from './peers.ts';

/** Who shows records: the viewer, the least that a table can be, and grids that others have written. */
export const contenders = ['viewer', 'floor', 'slick-provider', 'slick-objects', 'tabulator', 'ag-grid'] as const;
export type Contender = (typeof contenders)[number];

const peers = { 'ag-grid-community': '36.2.0', 'tabulator-tables': '6.5.3', slickgrid: '5.20.2' };

/** The page of each peer: its script, and the style sheets that its own documentation asks for. */
const peerPages: Readonly<Record<Exclude<Contender, 'viewer'>, { script: string; styles: readonly string[] }>> = {
  floor: { script: 'bare-window', styles: [] },
  'slick-provider': {
    script: 'slick-provider',
    styles: ['slickgrid/dist/styles/css/slick.grid.css', 'slickgrid/dist/styles/css/slick-default-theme.css'],
  },
  'slick-objects': {
    script: 'slick-objects',
    styles: ['slickgrid/dist/styles/css/slick.grid.css', 'slickgrid/dist/styles/css/slick-default-theme.css'],
  },
  tabulator: { script: 'tabulator', styles: ['tabulator-tables/dist/css/tabulator.min.css'] },
  'ag-grid': { script: 'ag-grid', styles: [] },
};

/** As many pixels of rows as the viewer shows at the size of window that is measured with. */
const tableHeight = 512;
const nonce = 'only-for-the-bench';

const floorStyle = `
  .row { position: absolute; height: 26px; line-height: 26px; display: grid; width: 100%;
         grid-template-columns: repeat(8, 150px); contain: strict; }
  .row[hidden] { display: none; }
  .row > div { overflow: hidden; white-space: nowrap; text-overflow: ellipsis; padding: 0 6px; }
`;

export interface Size {
  readonly bytes: number;
  readonly gzipped: number;
}

/** What a browser is given, by path. */
export interface Pages {
  readonly files: Readonly<Record<string, { readonly type: string; readonly body: string }>>;
  /** Of the scripts, minified. */
  readonly sizes: Readonly<Record<Contender, Size>>;
  /** Of the viewer's second script, see `src/webview/chart-script.ts`. */
  readonly chartsSize: Size;
  /** To be run in each frame of a VS Code before its page. */
  readonly probeScript: string;
}

/** Builds all pages. `dist` must hold a production build. */
export async function buildPages(): Promise<Pages> {
  const folder = await installPeers('viewer', peers);
  const page = join(import.meta.dirname, 'page');
  const scripts = ['probe', 'viewer', 'webview', ...Object.values(peerPages).map(({ script }) => script)];
  const { outputFiles } = await build({
    entryPoints: Object.fromEntries(scripts.map((script) => [script, join(page, `${script}.ts`)])),
    bundle: true,
    minify: true,
    format: 'iife',
    outdir: 'out',
    write: false,
    legalComments: 'none',
    nodePaths: [join(folder, 'node_modules')],
  });
  const built = new Map(outputFiles.map(({ path, text }) => [/([\w-]+)\.js$/.exec(path)?.[1] ?? '', text]));
  const script = (name: string) => built.get(name) ?? '';
  const files: Record<string, { type: string; body: string }> = {};
  const sizes: Partial<Record<Contender, Size>> = {};
  for (const name of [...built.keys()]) files[`/${name}.js`] = { type: 'text/javascript', body: script(name) };

  const viewer = await readViewer();
  Object.assign(files, viewer.files);
  sizes.viewer = viewer.page;
  files['/viewer'] = { type: 'text/html', body: viewerHtml() };
  for (const [name, peer] of Object.entries(peerPages) as [
    Exclude<Contender, 'viewer'>,
    { script: string; styles: string[] },
  ][]) {
    const styles = await Promise.all(peer.styles.map((style) => readFile(join(folder, 'node_modules', style), 'utf8')));
    files[`/${name}`] = { type: 'text/html', body: peerHtml(peer.script, styles.join('\n')) };
    sizes[name] = sizeOf(script(peer.script));
  }
  const probeScript = [script('probe'), script('webview')].join(';');
  return { files, sizes: sizes as Pages['sizes'], chartsSize: viewer.charts, probeScript };
}

function sizeOf(text: string): Size {
  return { bytes: Buffer.byteLength(text), gzipped: gzipSync(text).length };
}

/** The viewer as it ships, and its two scripts: the charts' one is fetched when the first chart is to be shown. */
async function readViewer() {
  const folder = join(dist, 'webview');
  const files: Record<string, { type: string; body: string }> = {};
  for (const name of await readdir(folder)) {
    if (!/\.(js|css)$/.test(name)) continue;
    const type = name.endsWith('.js') ? 'text/javascript' : 'text/css';
    files[`/webview/${name}`] = { type, body: await readFile(join(folder, name), 'utf8') };
  }
  const script = (name: string) => sizeOf(files[`/webview/${name}.js`]?.body ?? '');
  return { files, page: script('records'), charts: script('charts') };
}

/** The page that the extension makes, with scripts of the bench in front of its own. */
function viewerHtml(): string {
  const html = viewerPage({
    nonce,
    cspSource: `'self'`,
    scriptUri: '/webview/records.js',
    styleUri: '/webview/records.css',
    language: 'en',
    title: 'Viewer',
  });
  const ours = ['probe', 'viewer'].map((name) => `<script nonce="${nonce}" src="/${name}.js"></script>`);
  // The bench fetches the records in the page; in VS Code the extension does.
  const policy = html.replace('default-src &#39;none&#39;', 'default-src &#39;none&#39;; connect-src &#39;self&#39;');
  return policy.replace('<body data-state="loading">', `<body data-state="loading">${ours.join('')}`);
}

function peerHtml(script: string, styles: string): string {
  const style = `body { margin: 0; font: 13px sans-serif; } #table { width: 1200px; height: ${tableHeight}px; overflow: auto; position: relative; } ${styles}`;
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${script}</title><style>${style}${
    script === 'bare-window' ? floorStyle : ''
  }</style></head><body><div id="table"></div><script src="/probe.js"></script><script src="/${script}.js"></script></body></html>`;
}
