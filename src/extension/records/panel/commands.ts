import type { CommandName } from '../../../viewer/messages/command-names.ts';

/** What a command refers to: the place where a context menu was opened, if it came from one. */
export interface ViewerCommand {
  readonly name: CommandName;
  readonly row?: number | undefined;
}

/** Reads what VS Code passes from `data-vscode-context`. It comes from a page, so it may have any shape. */
export function viewerCommand(name: CommandName, context: unknown): ViewerCommand {
  if (typeof context !== 'object' || context === null) return { name };
  const { row } = context as Record<string, unknown>;
  return {
    name,
    ...(typeof row === 'number' && Number.isSafeInteger(row) && row >= 0 && { row }),
  };
}
