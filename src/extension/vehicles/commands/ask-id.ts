import * as vscode from 'vscode';
import { ServiceError } from '../../../service/model/errors.ts';
import { pathSegment } from '../../../service/model/arguments.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

/** Asks for the make, which the path of the charge records needs; it is checked while it is typed. */
export async function askMake(title: string): Promise<string | undefined> {
  const prompt = l10n.t('The make is unknown, but charge records need it.');
  const validateInput = (typed: string) => whyNot(typed.trim());
  const typed = await window.showInputBox({ title, prompt, placeHolder: 'BMW', ignoreFocusOut: true, validateInput });
  return typed?.trim();
}

/** Why a text can't be a path segment; undefined if it can. */
function whyNot(text: string): string | undefined {
  try {
    pathSegment('make', text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ServiceError ? thrown.message : String(thrown);
  }
}
