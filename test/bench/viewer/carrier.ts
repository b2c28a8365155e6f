import { packageSmallExtension } from '../../tools/lib/small-extension.ts';
import type { Pages } from './pages.ts';
import { type PeerName, peerNames } from './subjects.ts';

/** Title of the command that opens a peer's page in a webview, which then asks for its records. */
export function showTitle(peer: PeerName): string {
  return `Bench: Show ${peer}`;
}

/** Builds and packs the extension of `carrier`, with a command for each peer. Resolves to its VSIX. */
export function packageCarrier(pages: Pages['hosted']): Promise<string> {
  const manifest = {
    name: 'vehicle-data-carrier',
    description: 'Sends records to tables of others. To be measured.',
    version: '1.0.0',
    publisher: 'vehicle-data-tests',
    license: 'MIT',
    private: true,
    main: './main.cjs',
    files: ['main.cjs', 'pages'],
    engines: { vscode: '^1.105.0' },
    contributes: {
      commands: peerNames.map((peer) => ({ command: `vehicleDataCarrier.show.${peer}`, title: showTitle(peer) })),
    },
  };
  const files = Object.fromEntries(Object.entries(pages).map(([name, content]) => [`pages/${name}`, content]));
  return packageSmallExtension({ name: 'carrier', script: 'test/bench/viewer/carrier/main.ts', manifest, files });
}
