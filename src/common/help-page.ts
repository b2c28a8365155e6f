/** The pages under `media/help`. Each is there in English and in the languages of {@link helpPage}. */
export const helpPages = ['keyring', 'migration', 'version-2', 'windows'] as const;
export type HelpPage = (typeof helpPages)[number];

/** Path of a page of help inside the extension, in the language of VS Code where it is there, else in English. */
export function helpPage(page: HelpPage, language: string): string {
  const isGerman = /^de\b/i.test(language);
  return `media/help/${page}${isGerman ? '.de' : ''}.md`;
}
