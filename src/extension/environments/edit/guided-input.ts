import * as vscode from 'vscode';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import type { Remark } from '../settings/environment-checks.ts';
import { window } from '../../window/window.ts';

/** The user's reaction to a question. */
export type Reply<T> =
  { readonly kind: 'answer'; readonly value: T } | { readonly kind: 'back' } | { readonly kind: 'cancelled' };

/** The position of a question among others. */
export interface Place {
  readonly step: number;
  /** Undefined as long as it depends on the answers. */
  readonly totalSteps: number | undefined;
}

interface Question {
  readonly title: string;
  /** Omitted for a single question. */
  readonly place?: Place | undefined;
  readonly canGoBack: boolean;
}

interface TextQuestion extends Question {
  readonly prompt: string;
  readonly example: string;
  /** The initial text. */
  readonly value: string;
  readonly isSecret?: boolean;
  /** An error keeps the text from being accepted. */
  readonly check: (text: string) => Remark | undefined;
}

export interface Choice<T> {
  readonly label: string;
  readonly description?: string | undefined;
  readonly detail?: string | undefined;
  /** Name of a theme icon. */
  readonly icon?: string;
  /** Starts a group with this name. */
  readonly group?: string;
  readonly value: T;
}

interface ChoiceQuestion<T> extends Question {
  readonly choices: readonly Choice<T>[];
  /** The initial choice. */
  readonly value?: T | undefined;
}

interface ChoicesQuestion<T> extends Question {
  readonly prompt: string;
  readonly choices: readonly Choice<T>[];
  /** The choices that are initially selected. */
  readonly value: readonly T[];
}

/** Asks the user one question after the other. */
export interface GuidedUi {
  text(question: TextQuestion): Promise<Reply<string>>;
  choice<T>(question: ChoiceQuestion<T>): Promise<Reply<T>>;
  choices<T>(question: ChoicesQuestion<T>): Promise<Reply<readonly T[]>>;
}

const severities = {
  error: vscode.InputBoxValidationSeverity.Error,
  warning: vscode.InputBoxValidationSeverity.Warning,
} as const;

/** A remark in the form in which VS Code shows it below an input box. */
export function validation({ message, severity }: Remark): vscode.InputBoxValidationMessage {
  return { message, severity: severities[severity] };
}

/** VS Code's quick input as a {@link GuidedUi}. It stays open when it loses focus, so that no input is lost. */
export const quickInput: GuidedUi = { text: askText, choice: askChoice, choices: askChoices };

function askText(question: TextQuestion): Promise<Reply<string>> {
  const input = window.createInputBox();
  input.prompt = question.prompt;
  input.placeholder = question.example;
  input.value = question.value;
  // Select everything, so that typing replaces it and Enter keeps it.
  input.valueSelection = [0, question.value.length];
  input.password = question.isSecret ?? false;
  return reply<string>(input, question, (accept) => {
    const check = () => {
      const remark = question.check(input.value.trim());
      input.validationMessage = remark && validation(remark);
      return remark?.severity !== 'error';
    };
    // Don't report an empty box before anything was typed.
    if (input.value !== '') check();
    input.onDidChangeValue(check);
    input.onDidAccept(() => {
      if (check()) accept(input.value.trim());
    });
  });
}

type Item<T> = vscode.QuickPickItem & { readonly choice?: Choice<T> };

function itemsOf<T>(choices: readonly Choice<T>[]): Item<T>[] {
  return choices.flatMap((choice) => {
    const { label, description, detail, icon, group } = choice;
    const item: Item<T> = { label, choice, alwaysShow: true };
    if (description !== undefined) item.description = description;
    if (detail !== undefined) item.detail = detail;
    if (icon !== undefined) item.iconPath = new vscode.ThemeIcon(icon);
    const separator = { label: group ?? '', kind: vscode.QuickPickItemKind.Separator };
    return group === undefined ? [item] : [separator, item];
  });
}

function askChoice<T>(question: ChoiceQuestion<T>): Promise<Reply<T>> {
  const pick = window.createQuickPick<Item<T>>();
  pick.items = itemsOf(question.choices);
  pick.activeItems = pick.items.filter(({ choice }) => choice && choice.value === question.value);
  return reply<T>(pick, question, (accept) => {
    pick.onDidAccept(() => {
      const chosen = pick.selectedItems[0]?.choice;
      if (chosen) accept(chosen.value);
    });
  });
}

function askChoices<T>(question: ChoicesQuestion<T>): Promise<Reply<readonly T[]>> {
  const pick = window.createQuickPick<Item<T>>();
  pick.canSelectMany = true;
  pick.placeholder = question.prompt;
  pick.items = itemsOf(question.choices);
  pick.selectedItems = pick.items.filter(({ choice }) => choice && question.value.includes(choice.value));
  return reply<readonly T[]>(pick, question, (accept) => {
    pick.onDidAccept(() => {
      // An empty selection is not accepted.
      const chosen = pick.selectedItems.flatMap(({ choice }) => (choice ? [choice.value] : []));
      if (chosen.length > 0) accept(chosen);
    });
  });
}

/** Shows the input until the user answers it, goes back or closes it. */
function reply<T>(
  input: vscode.QuickInput & Pick<vscode.InputBox, 'buttons' | 'onDidTriggerButton'>,
  { title, place, canGoBack }: Pick<TextQuestion, 'title' | 'place' | 'canGoBack'>,
  start: (accept: (value: T) => void) => void,
): Promise<Reply<T>> {
  const { promise, resolve } = withResolvers<Reply<T>>();
  input.title = title;
  input.step = place?.step;
  input.totalSteps = place?.totalSteps;
  input.ignoreFocusOut = true;
  input.buttons = canGoBack ? [vscode.QuickInputButtons.Back] : [];
  input.onDidTriggerButton(() => resolve({ kind: 'back' }));
  input.onDidHide(() => resolve({ kind: 'cancelled' }));
  start((value) => resolve({ kind: 'answer', value }));
  input.show();
  return promise.finally(() => input.dispose());
}
