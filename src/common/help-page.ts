/** The pages under `media/help`. Each exists in English and in the languages that {@link helpPage} knows. */
export const helpPages = ['keyring', 'migration', 'version-2', 'windows'] as const;
export type HelpPage = (typeof helpPages)[number];

/**
 * Path of a help page inside the extension: in VS Code's display language if there is a translation, otherwise in
 * English.
 */
export function helpPage(page: HelpPage, language: string): string {
  const isGerman = /^de\b/i.test(language);
  return `media/help/${page}${isGerman ? '.de' : ''}.md`;
}
