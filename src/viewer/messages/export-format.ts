/**
 * File formats for exported records. `csv` and `csvDecimalComma` begin with a byte order mark: without one, Excel does not
 * read them as UTF-8. `csvDecimalComma` is for spreadsheets whose region writes `12,5`, and is separated by `;`.
 */
export const exportFormats = ['csv', 'csvDecimalComma', 'csvWithoutMark', 'json', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];
