import { basename } from 'node:path/posix';
import * as vscode from 'vscode';
import { numberText } from '../../../common/text/number-text.ts';
import type { MemoryDocuments, NamedText } from '../../window/memory-documents.ts';
import { window } from '../../window/window.ts';
import { recordFileBytes } from '../file/record-file-bytes.ts';
import { type Comparison, type RecordsSide, compareSides, compareTexts } from './comparison.ts';
import { recordsOfBytes } from './timed-records.ts';

const { l10n } = vscode;

/** Shows how two texts differ, record by record if both contain charge records. */
export async function showTexts(documents: MemoryDocuments, older: NamedText, newer: NamedText): Promise<void> {
  await show(documents, await compareTexts(older, newer, vscode.env.language));
}

/** Shows how the records of a viewer differ from those of a file, which is treated as the older one. */
export async function showWithFile(documents: MemoryDocuments, viewer: RecordsSide, file: vscode.Uri): Promise<void> {
  const name = basename(file.path);
  const { language } = vscode.env;
  const compare = async () => {
    const records = await recordsOfBytes(await recordFileBytes(vscode.workspace.fs, file), language);
    await show(documents, compareSides({ name, records }, viewer, language));
  };
  try {
    const location = vscode.ProgressLocation.Window;
    await window.withProgress({ location, title: l10n.t('Comparing with {0}', name) }, compare);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t('{0} could not be read: {1}', name, reason));
  }
}

async function show(documents: MemoryDocuments, compared: Comparison | number): Promise<void> {
  if (typeof compared === 'number') {
    const count = numberText(compared, vscode.env.language);
    const same =
      compared === 1
        ? l10n.t('No differences in 1 charge record.')
        : l10n.t('No differences in {0} charge records.', count);
    void window.showInformationMessage(same);
    return;
  }
  const { older, newer, summary } = compared;
  await documents.compare(older, newer, summary);
}
