import { build } from 'esbuild';
import { readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { viewerPage } from '../../../src/extension/records/panel/page-html.ts';
import type { PageMessage } from '../../../src/viewer/messages/to-page.ts';
import { dist } from '../../tools/lib/paths.ts';
import manifest from './page/package.json' with { type: 'json' };
import { installPeers } from '../peers.ts';
import { viewerInit } from './init.ts';
import { type Contender, peerNames, type PeerName } from './subjects.ts';

/** The page of each peer: its script, and the style sheets that its own documentation asks for. */
const peerPages: Readonly<Record<PeerName, { script: string; styles: readonly string[] }>> = {
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
  /** Of the viewer's second script, see `src/viewer/analysis/chart-set.ts`. */
  readonly chartsSize: Size;
  /** A peer's page and its script, by name: what the extension of `carrier` has in its folder `pages`. */
  readonly hosted: Readonly<Record<string, string>>;
  /** To be run in each frame of a VS Code before its page. */
  readonly probeScript: string;
}

/** Builds all pages. `dist` must hold a production build. */
export async function buildPages(): Promise<Pages> {
  const folder = await installPeers('viewer', manifest.dependencies);
  const page = join(import.meta.dirname, 'page');
  const shared = ['probe', 'viewer', 'webview', 'source-bare', 'source-hosted'];
  const scripts = [...shared, ...Object.values(peerPages).map(({ script }) => script)];
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
  files['/viewer'] = { type: 'text/html', body: viewerHtml(viewerInit()) };
  const hosted: Record<string, string> = { 'source-hosted.js': script('source-hosted') };
  for (const name of peerNames) {
    const peer = peerPages[name];
    const styles = await Promise.all(peer.styles.map((style) => readFile(join(folder, 'node_modules', style), 'utf8')));
    const html = (scripts: readonly string[]) => peerHtml(name, styles.join('\n'), [...scripts, peer.script]);
    files[`/${name}`] = { type: 'text/html', body: html(['probe', 'source-bare']) };
    // There, the probe is in the frame already.
    hosted[`${name}.html`] = html(['source-hosted']);
    hosted[`${peer.script}.js`] = script(peer.script);
    sizes[name] = sizeOf(script(peer.script));
  }
  const probeScript = [script('probe'), script('webview')].join(';');
  return { files, sizes: sizes as Pages['sizes'], chartsSize: viewer.charts, hosted, probeScript };
}

function sizeOf(text: string): Size {
  return { bytes: Buffer.byteLength(text), gzipped: gzipSync(text).length };
}

/** The viewer as it ships, and its two scripts: the charts' one is fetched once the page is there. */
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
function viewerHtml(init: PageMessage<'init'>): string {
  const html = viewerPage({
    nonce,
    cspSource: `'self'`,
    scriptUri: '/webview/records.js',
    styleUri: '/webview/records.css',
    language: 'en',
    title: 'Viewer',
    init,
  });
  const ours = ['probe', 'viewer'].map((name) => `<script nonce="${nonce}" src="/${name}.js"></script>`);
  // The bench fetches the records in the page; in VS Code the extension does.
  const policy = html.replace('default-src &#39;none&#39;', 'default-src &#39;none&#39;; connect-src &#39;self&#39;');
  return policy.replace(/<body [^>]*>/, (body) => `${body}${ours.join('')}`);
}

/** Names its scripts without a folder: in VS Code they are beside the page. */
function peerHtml(name: PeerName, styles: string, scripts: readonly string[]): string {
  const table = `#table { width: 1200px; height: ${tableHeight}px; overflow: auto; position: relative; }`;
  const style = ['body { margin: 0; font: 13px sans-serif; }', table, styles, name === 'floor' ? floorStyle : ''];
  const html = scripts.map((script) => `<script src="${script}.js"></script>`).join('');
  return `<!DOCTYPE html><html lang="en"><head><meta charset="utf-8"><title>${name}</title><style>${style.join(' ')}</style></head><body><div id="table"></div>${html}</body></html>`;
}
