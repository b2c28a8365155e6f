import * as vscode from 'vscode';
import type { AccountReader } from '../../service/client-reader.ts';
import { window } from '../window/window.ts';

/** A tool of `contributes.languageModelTools`, by its name without the extension's. */
export async function languageModelTool(reader: AccountReader, name: string) {
  // A gate: what agents are answered with.
  const { toolsOf } = await import('./agent-requests.ts');
  const tool = toolsOf(reader, vscode.l10n.t).get(name.replace('vehicle-data_', ''));
  if (!tool) throw new Error(`No tool is called ${name}.`);
  const { progress, confirmation } = tool;
  return {
    prepareInvocation: (): vscode.PreparedToolInvocation => ({
      invocationMessage: progress,
      ...(confirmation && { confirmationMessages: { title: progress, message: confirmation } }),
    }),
    async invoke(
      { input, toolInvocationToken }: vscode.LanguageModelToolInvocationOptions<unknown>,
      token: vscode.CancellationToken,
    ): Promise<vscode.LanguageModelToolResult> {
      // Without a chat, another extension is calling. VS Code then shows the confirmation with its button in focus.
      const question = vscode.l10n.t('Allow another extension to read your vehicle data?');
      if (!toolInvocationToken && !(await window.consent(question, confirmation ?? progress))) {
        throw new vscode.CancellationError();
      }
      const stop = new AbortController();
      const cancelled = token.onCancellationRequested(() => stop.abort());
      try {
        const text = await tool.answer(input, stop.signal);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(text)]);
      } finally {
        cancelled.dispose();
      }
    },
  };
}
