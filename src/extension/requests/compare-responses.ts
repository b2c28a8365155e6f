import * as vscode from 'vscode';
import { decodeText } from '../../common/text/decode-text.ts';
import { plainText } from '../../common/text/plain-text.ts';
import { readBounded } from '../../common/text/read-bounded.ts';
import { comparableText } from './compared-responses.ts';
import type { JournalEntry } from './journal.ts';
import type { RequestLine } from './presentation.ts';
import { redactBody } from './redact-body.ts';
import type { NamedText } from '../window/memory-documents.ts';
import { window } from '../window/window.ts';

const { l10n } = vscode;

/** The maximum size of a file to compare, in bytes. */
const mostBytes = 8 << 20;

/**
 * Lets the user choose what to compare a response with: the response to another request, or a file, which is redacted
 * in the same way. Undefined if nothing was chosen or the file cannot be read.
 */
export async function chooseOther(
  entry: JournalEntry,
  entries: readonly JournalEntry[],
  describe: (entry: JournalEntry) => RequestLine,
): Promise<JournalEntry | NamedText | undefined> {
  const others = entries.filter(({ id, responseBody }) => responseBody && id !== entry.id);
  const file = { label: l10n.t('File…'), description: '', other: undefined };
  const items = others.map((other) => {
    const { label, description } = describe(other);
    return { label, description, other };
  });
  // First: below a long list nobody would find it.
  const item = await window.showQuickPick([file, ...items], { title: l10n.t('Compare Response With') });
  if (!item) return undefined;
  return item.other ?? chooseFile();
}

async function chooseFile(): Promise<NamedText | undefined> {
  const [uri] = (await window.showOpenDialog({ filters: { JSON: ['json', 'txt'] } })) ?? [];
  if (!uri) return undefined;
  const name = plainText(uri.path.slice(uri.path.lastIndexOf('/') + 1), 100);
  try {
    const bytes = await readBounded(vscode.workspace.fs, uri, mostBytes);
    if (typeof bytes === 'string') throw new Error(bytes);
    const read = decodeText(bytes);
    if (read === undefined) throw new Error(l10n.t('The file is not text: neither UTF-8 nor UTF-16.'));
    const { text } = redactBody({ text: read, isCut: false }, [], false);
    return { name, text: comparableText(text) };
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    void window.showErrorMessage(l10n.t('{0} could not be read: {1}', name, reason));
    return undefined;
  }
}
