/** Of a list or an input over a web page, which may take the focus back late, as after its menu: that would close it. */
export const overPage = { ignoreFocusOut: true } as const;
