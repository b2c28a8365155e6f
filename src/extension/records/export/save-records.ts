import { homedir } from 'node:os';
import * as vscode from 'vscode';
import { abortWith } from '../../../common/abort-with.ts';
import { numberText } from '../../../common/text/number-text.ts';
import { savedName } from '../../../common/text/saved-name.ts';
import { t } from '../../../common/translate.ts';
import { modelName } from '../../../common/vehicle-names.ts';
import type { ExportFormat } from '../../../viewer/messages/export-format.ts';
import type { ChargeRecordsTarget } from '../../../viewer/messages/target.ts';
import { overPage } from '../../window/over-page.ts';
import { saveFailure, savePlace } from '../../window/save-place.ts';
import { window } from '../../window/window.ts';
import type { RecordLoad } from '../load/record-load.ts';
import { encodeRecords } from './encode-records.ts';

/** One thing that can be saved; its pieces are created while it is written. */
interface SaveChoice {
  readonly label: string;
  /** The number of pieces, for the progress bar. */
  readonly pieces: number;
  readonly make: () => Iterable<string | Uint8Array>;
}

/**
 * Saves the records of a load: if there are filters, those that pass them or all, as the user chooses. Settles once that
 * has succeeded, failed or been cancelled; informs the user of the result.
 *
 * @param rows base64 of the rows that pass the viewer's filters: bit `row % 8` of byte `row >> 3`. Absent without filters.
 */
export async function saveRecords(
  { target, written, complete }: Pick<RecordLoad, 'target' | 'written' | 'complete'>,
  format: ExportFormat,
  rows: string | undefined,
): Promise<void> {
  // A copy, so that records that arrive later are not added to what the user chose.
  const batches = [...written];
  const choice = (count: number, chosen?: Uint8Array): SaveChoice => ({
    label: labelOf(count, chosen !== undefined, complete),
    pieces: batches.length,
    make: () => encodeRecords(batches, format, chosen),
  });
  const all = choice(batches.reduce((sum, { batch }) => sum + batch.rows, 0));
  const bits = rows === undefined ? undefined : Buffer.from(rows, 'base64');
  const filtered = bits?.reduce((sum, byte) => sum + bitCount(byte), 0);
  const choices = filtered === undefined ? [all] : [choice(filtered, bits), all];
  const fileName = fileNameOf(target, undefined, `charges.${format.startsWith('csv') ? 'csv' : format}`);
  // What a file holds that is not complete has to be known before.
  const isClear = choices.length === 1 && complete;
  const chosen = isClear ? all : await window.showQuickPick(choices, { title: fileName, ...overPage });
  if (chosen) await save(fileName, chosen);
}

/** Saves the image of a chart: base64 of a PNG. */
export function saveImage(target: ChargeRecordsTarget, chart: string, png: string): Promise<void> {
  const bytes = Buffer.from(png, 'base64');
  return save(fileNameOf(target, chart, 'png'), { label: chart, pieces: 1, make: () => [bytes] });
}

/** Why a load has nothing to save; `load` is undefined if none has started. */
export function nothingToSave(load: Pick<RecordLoad, 'running' | 'complete'> | undefined): string {
  if (!load || load.running) return t('No charge records loaded yet.');
  if (load.complete) return t('No charge records to export in this date range.');
  return t('No charge records to export: loading failed or was canceled.');
}

/** Files of records end in `.charges.` and the format, so that they open in the viewer. */
function fileNameOf(
  { vehicle, others, startDate, endDate }: ChargeRecordsTarget,
  what: string | undefined,
  extension: string,
): string {
  const more = others?.length ? `and-${others.length}-more` : undefined;
  const parts = [modelName(vehicle), more, what, startDate, endDate].filter((part) => part !== undefined);
  return savedName(parts.join('-').toLowerCase(), extension);
}

function labelOf(count: number, filtered: boolean, complete: boolean): string {
  const shown = numberText(count, vscode.env.language);
  if (filtered && complete) return t(count === 1 ? 'The one filtered record' : 'The {0} filtered records', shown);
  if (filtered)
    return t(count === 1 ? 'The one filtered record loaded so far' : 'The {0} filtered records loaded so far', shown);
  if (complete) return t(count === 1 ? 'The only record' : 'All {0} records', shown);
  return t(count === 1 ? 'The one record loaded so far' : 'The {0} records loaded so far', shown);
}

function bitCount(byte: number): number {
  let count = 0;
  for (let rest = byte; rest > 0; rest >>= 1) count += rest & 1;
  return count;
}

/** Asks where to save, and writes with progress. */
async function save(fileName: string, { pieces, make }: SaveChoice): Promise<void> {
  const folder = vscode.workspace.workspaceFolders?.[0]?.uri ?? vscode.Uri.file(homedir());
  const extension = fileName.slice(fileName.lastIndexOf('.') + 1);
  const target = await window.showSaveDialog({
    defaultUri: vscode.Uri.joinPath(folder, fileName),
    filters: { [extension.toUpperCase()]: [extension] },
  });
  if (!target) return;
  const progress = {
    location: vscode.ProgressLocation.Notification,
    title: t('Saving {0}…', fileName),
    cancellable: true,
  };
  try {
    await window.withProgress(progress, (report, token) => {
      const increment = 100 / Math.max(1, pieces);
      return savePlace(target, make(), abortWith(token), () => report.report({ increment }));
    });
    void offerToOpen(target);
  } catch (error) {
    if (error instanceof Error && error.name === 'AbortError') return;
    void window.showErrorMessage(saveFailure(target, error));
  }
}

async function offerToOpen(target: vscode.Uri): Promise<void> {
  const open = t('Open');
  const name = target.path.slice(target.path.lastIndexOf('/') + 1);
  if ((await window.showInformationMessage(t('Saved {0}.', name), open)) !== open) return;
  await vscode.commands.executeCommand('vscode.open', target);
}
