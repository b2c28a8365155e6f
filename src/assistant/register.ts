import * as vscode from 'vscode';
import type { VehicleReader } from '../api.ts';
import type { Tool, ToolName } from './tools.ts';
import { window } from '../window/window.ts';

const names: readonly ToolName[] = ['list_vehicles', 'get_nominal_capacity', 'get_charge_records'];

/** Registers the tools of `contributes.languageModelTools`; what they do is loaded with the first question. */
export function registerLanguageModelTools(reader: VehicleReader): vscode.Disposable[] {
  const tool = async (name: ToolName): Promise<Tool> =>
    (await import('./tools.ts')).toolsOf(reader, vscode.l10n.t)[name];
  return names.map((name) =>
    vscode.lm.registerTool(`vehicle-data_${name}`, {
      async prepareInvocation() {
        const { progress, confirmation } = await tool(name);
        return {
          invocationMessage: progress,
          ...(confirmation && { confirmationMessages: { title: progress, message: confirmation } }),
        };
      },
      async invoke({ input, toolInvocationToken }) {
        const asked = await tool(name);
        // Outside a chat it is another extension that asks. VS Code has confirmed what has a confirmation.
        if (!toolInvocationToken && asked.confirmation === undefined) await confirmOtherExtension(asked.progress);
        return new vscode.LanguageModelToolResult([
          new vscode.LanguageModelTextPart(JSON.stringify(await asked.answer(input))),
        ]);
      },
    }),
  );
}

/** Rejects unless the person agrees. */
async function confirmOtherExtension(detail: string): Promise<void> {
  const { l10n } = vscode;
  const allow = l10n.t('Allow');
  const message = l10n.t('Allow another extension to read your vehicle data?');
  if ((await window.showWarningMessage(message, { modal: true, detail }, allow)) !== allow) {
    throw new vscode.CancellationError();
  }
}
