import * as vscode from 'vscode';
import type { VehicleDataApi } from '../api.ts';
import type { Tool, ToolName } from './tools.ts';

const names: readonly ToolName[] = ['list_vehicles', 'get_nominal_capacity', 'get_charge_records'];

/** Registers the tools of `contributes.languageModelTools`; what they do is loaded with the first question. */
export function registerLanguageModelTools(api: VehicleDataApi): vscode.Disposable[] {
  const tool = async (name: ToolName): Promise<Tool> => (await import('./tools.ts')).toolsOf(api, vscode.l10n.t)[name];
  return names.map((name) =>
    vscode.lm.registerTool(`vehicle-data_${name}`, {
      async prepareInvocation() {
        const { progress, confirmation } = await tool(name);
        return {
          invocationMessage: progress,
          ...(confirmation && { confirmationMessages: { title: progress, message: confirmation } }),
        };
      },
      async invoke({ input }) {
        const answer = await (await tool(name)).answer(input);
        return new vscode.LanguageModelToolResult([new vscode.LanguageModelTextPart(JSON.stringify(answer))]);
      },
    }),
  );
}
