import { quotable } from './text/quotable.ts';

/** Looks a message up in the user's language and puts `args` in for `{0}`, `{1}`, …. VS Code's `l10n.t` fits. */
export type Translate = (message: string, ...args: (string | number)[]) => string;

/** The messages as they are written, for tests and for places without VS Code. */
export const english: Translate = (message, ...args) =>
  message.replace(/\{(\d+)\}/g, (hole, index: string) => String(args[Number(index)] ?? hole));

let translate = english;

/** Sets the language of this process, once, before the first text is made. Without it {@link t} is English. */
export function setTranslator(language: Translate): void {
  translate = language;
}

/**
 * The language of this process, for rooms without VS Code. Texts are made where they are needed, not at load. What stands
 * between quotation marks, as `“{0}”`, loses its own: texts of others would else go on as ours.
 */
export const t: Translate = (message, ...args) =>
  translate(
    message,
    ...args.map((arg, index) => (typeof arg === 'string' && message.includes(`“{${index}}”`) ? quotable(arg) : arg)),
  );
