import * as vscode from 'vscode';
import { ServiceError } from '../../../service/model/errors.ts';
import { pathSegment } from '../../../service/model/arguments.ts';
import { window } from '../../window/window.ts';

const { l10n } = vscode;

export function askVehicleId(title: string): Promise<string | undefined> {
  return ask('vehicle ID', title, l10n.t('The vehicle’s ID.'), '36ab27d0-fd9d-4455-823a-ce30af709ffc');
}

/** Asks for the make, which the path of the charge records needs. */
export function askMake(title: string): Promise<string | undefined> {
  return ask('make', title, l10n.t('The make is unknown, but charge records need it.'), 'BMW');
}

/** Asks for a path segment, which is checked while it is typed. */
async function ask(
  what: 'vehicle ID' | 'make',
  title: string,
  prompt: string,
  placeHolder: string,
): Promise<string | undefined> {
  const validateInput = (typed: string) => whyNot(what, typed.trim());
  const typed = await window.showInputBox({ title, prompt, placeHolder, ignoreFocusOut: true, validateInput });
  return typed?.trim();
}

/** Why a text can't be a path segment; undefined if it can. */
export function whyNot(what: 'vehicle ID' | 'make', text: string): string | undefined {
  try {
    pathSegment(what, text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ServiceError ? thrown.message : String(thrown);
  }
}
