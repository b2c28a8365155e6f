/**
 * File formats for exported records. `csv` begins with a byte order mark: without one, Excel does not read it as UTF-8.
 */
export const exportFormats = ['csv', 'csvWithoutMark', 'json', 'ndjson'] as const;

export type ExportFormat = (typeof exportFormats)[number];
