/** Names of the viewer's commands, which VS Code offers as `vehicleData.records.<name>`. */
export const commandNames = [
  'find',
  'filter',
  'chooseColumns',
  'copy',
  'copyAs',
  'openRawRecord',
  'nextMarked',
  'reload',
  'chooseRange',
  'chooseZone',
  'export',
] as const;
export type CommandName = (typeof commandNames)[number];
