/** Kinds of file for records. `csv` begins with a byte order mark: without one, Excel reads UTF-8 as another encoding. */
export const exportFormats = ['csv', 'csvWithoutMark', 'json', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];
