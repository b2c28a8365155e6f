import { registerHooks } from 'node:module';
import type { ViewerStrings } from '../../../../src/viewer/messages/viewer-strings.ts';

/** Of VS Code, the texts need the function that translates them: here, into what they are already. */
const inEnglish = 'data:text/javascript,export const l10n = { t: (text) => text };';

registerHooks({
  resolve: (specifier, context, next) =>
    specifier === 'vscode' ? { url: inEnglish, shortCircuit: true } : next(specifier, context),
});

const { viewerStrings } = await import('../../../../src/viewer/messages/viewer-strings.ts');

/** The viewer's texts as users read them. */
export const englishStrings = viewerStrings();

/** The names of all texts. */
export const stringKeys = Object.keys(englishStrings) as (keyof ViewerStrings)[];
