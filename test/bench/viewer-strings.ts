import { registerHooks } from 'node:module';

/** Stands for VS Code, with the texts as they are written. */
const vscode = 'data:text/javascript,export const l10n = { t: (text) => text };';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: vscode, shortCircuit: true } : next(specifier, context),
});

/** The viewer's texts in English: how wide columns are by themselves depends on their names. */
export const { viewerStrings } = await import('../../src/records/strings.ts');
