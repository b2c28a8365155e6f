// Stands for VS Code where the viewer's texts are made.
import { registerHooks } from 'node:module';
import type { ViewerStrings } from '../../src/records/string-keys.ts';
import { english } from '../../src/common/translate.ts';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: import.meta.url, shortCircuit: true } : next(specifier, context),
});

export const l10n = { t: english };

/** The viewer's texts in English: how wide columns are by themselves depends on their names. */
export async function englishStrings(): Promise<ViewerStrings> {
  const { viewerStrings } = await import('../../src/records/strings.ts');
  return viewerStrings();
}
