import { writeFileSync } from 'node:fs';
import * as vscode from 'vscode';
import { activationVariable } from './activation-report.ts';

/** Run by the extension host instead of tests: times from asking for the extension to its exports. */
export async function run(): Promise<void> {
  const extension = vscode.extensions.getExtension('vehicle-data.vehicle-data-explorer');
  if (!extension || extension.isActive) throw new Error('The extension is not there, or active already');
  const start = performance.now();
  await extension.activate();
  writeFileSync(process.env[activationVariable] ?? '', String(performance.now() - start));
}
