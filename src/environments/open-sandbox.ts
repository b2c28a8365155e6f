import * as vscode from 'vscode';
import type { Logger } from '../common/logger.ts';
import { GivenSandbox } from './given-sandbox.ts';
import type { Sandbox } from './sandbox.ts';
import { SharedSandbox } from './shared-sandbox.ts';

/** The sandbox that this window uses: the one it is told of, else the one of this machine. Starts nothing yet. */
export function openSandbox(context: vscode.ExtensionContext, log: Logger): Sandbox {
  // VS Code's own fetch, looked up for each request: it follows the proxy settings as they are then.
  const fetch: typeof globalThis.fetch = (...request) => globalThis.fetch(...request);
  const given = process.env.VEHICLE_DATA_SANDBOX_URL;
  if (given) return new GivenSandbox(given, fetch);
  return new SharedSandbox({
    script: vscode.Uri.joinPath(context.extensionUri, 'dist', 'sandbox.js').fsPath,
    folder: context.globalStorageUri.fsPath,
    version: (context.extension.packageJSON as { version: string }).version,
    fetch,
    log,
  });
}
