import { packageSmallExtension } from '../tools/lib/small-extension.ts';

/** Title of the command that opens an empty webview and sends it the bytes of so many records. */
export function carryTitle(size: number): string {
  return `Bench: Carry ${size} Records`;
}

/** Builds and packs the extension of `carrier`, with a command for each size. Resolves to its VSIX. */
export function packageCarrier(sizes: readonly number[]): Promise<string> {
  const manifest = {
    name: 'vehicle-data-carrier',
    description: 'Sends bytes to an empty webview. To be measured.',
    version: '1.0.0',
    publisher: 'vehicle-data-tests',
    license: 'MIT',
    private: true,
    main: './main.cjs',
    files: ['main.cjs'],
    engines: { vscode: '^1.105.0' },
    contributes: {
      commands: sizes.map((size) => ({ command: `vehicleDataCarrier.carry.${size}`, title: carryTitle(size) })),
    },
  };
  return packageSmallExtension({ name: 'carrier', script: 'test/bench/carrier/main.ts', manifest });
}
