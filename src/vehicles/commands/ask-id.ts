import * as vscode from 'vscode';
import { ServiceError } from '../../service/model/errors.ts';
import { pathSegment } from '../../service/model/arguments.ts';

const { l10n, window } = vscode;

const uuid = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** Asks for a vehicle's id, which is checked as it is typed. */
export async function askVehicleId(title: string): Promise<string | undefined> {
  const id = await window.showInputBox({
    title,
    prompt: l10n.t('The vehicle’s ID.'),
    placeHolder: '36ab27d0-fd9d-4455-823a-ce30af709ffc',
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const id = typed.trim();
      const problem = whyNot('vehicle ID', id);
      if (problem !== undefined) return problem;
      if (uuid.test(id)) return undefined;
      // The document calls an id a string, no more: what looks odd is still sent.
      const message = l10n.t('Enter a UUID, for example 36ab27d0-fd9d-4455-823a-ce30af709ffc.');
      return { message, severity: vscode.InputBoxValidationSeverity.Warning };
    },
  });
  return id?.trim();
}

/** Asks for a vehicle's make: the path of the charge records needs it. */
export async function askMake(title: string, prompt: string): Promise<string | undefined> {
  const make = await window.showInputBox({
    title,
    prompt,
    placeHolder: 'BMW',
    ignoreFocusOut: true,
    validateInput: (typed) => {
      const make = typed.trim();
      const problem = whyNot('make', make);
      if (problem !== undefined || make === make.toLowerCase()) return problem;
      const message = l10n.t('Sent as “{0}”.', make.toLowerCase());
      return { message, severity: vscode.InputBoxValidationSeverity.Info };
    },
  });
  return make?.trim();
}

/** Why a text can't be a part of a path; undefined if it can. */
export function whyNot(what: 'vehicle ID' | 'make', text: string): string | undefined {
  try {
    pathSegment(what, text);
    return undefined;
  } catch (thrown) {
    return thrown instanceof ServiceError ? thrown.message : String(thrown);
  }
}
