import { quotable } from './text/plain-text.ts';

/** Looks up a message in the user's language and replaces `{0}`, `{1}`, … with `args`. VS Code's `l10n.t` fits. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** The messages in their original English, for tests and for code that runs without VS Code. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));

let translate = english;

/** Sets the language of this process, once, before any text is created. Without it, {@link t} is English. */
export function setTranslator(language: Translate): void {
  translate = language;
}

/**
 * Translates into the language of this process, for modules without VS Code. Call it when a text is needed, not at
 * load. Values between quotation marks, as in `“{0}”`, lose their own quotation marks, so that text from others can't
 * pass for ours.
 */
export const t: Translate = (message, ...args) =>
  translate(
    message,
    ...args.map((arg, index) => (typeof arg === 'string' && message.includes(`“{${index}}”`) ? quotable(arg) : arg)),
  );
