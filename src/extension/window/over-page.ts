/**
 * For a list or an input above a web page. The page may take the focus back late, for example after its context menu
 * closes, and that would close the list.
 */
export const overPage = { ignoreFocusOut: true } as const;
