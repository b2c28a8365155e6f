import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { root } from '../../tools/lib/paths.ts';

/** A text that the code has looked up in the user's language, as it is written. */
interface Message {
  readonly text: string;
  /** `src/check/main.ts:12` */
  readonly place: string;
}

export interface Messages {
  readonly found: readonly Message[];
  /** Places whose text is not written there, so that nobody can collect it. */
  readonly computed: readonly string[];
}

/** All calls of `l10n.t` and of a `t` that stands for it, in the extension's host side. */
export function messagesOfCode(): Messages {
  const found: Message[] = [];
  const computed: string[] = [];
  const files = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((file) =>
    /^(?!(?:sandbox[\\/](?!faults)|webview[\\/])).*\.tsx?$/.test(file),
  );
  for (const file of files) {
    const path = join('src', file);
    const source = ts.createSourceFile(path, readFileSync(join(root, path), 'utf8'), ts.ScriptTarget.ESNext, true);
    const visit = (node: ts.Node): void => {
      const [argument] = ts.isCallExpression(node) && isTranslate(node.expression) ? node.arguments : [];
      if (argument) {
        const place = `${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1}`;
        const texts = textsOf(argument);
        if (texts) found.push(...texts.map((text) => ({ text, place })));
        else computed.push(`${place}: ${argument.getText()}`);
      }
      ts.forEachChild(node, visit);
    };
    visit(source);
  }
  return { found, computed };
}

/** `t(…)`, `l10n.t(…)`, `this.#l10n.t(…)`, `this.#t(…)`. */
function isTranslate(callee: ts.Expression): boolean {
  if (ts.isIdentifier(callee)) return callee.text === 't';
  return ts.isPropertyAccessExpression(callee) && /^#?t$/.test(callee.name.text);
}

/** The texts that an argument can be; undefined where that is not written out. */
function textsOf(argument: ts.Expression): string[] | undefined {
  if (ts.isStringLiteralLike(argument)) return [argument.text];
  if (ts.isParenthesizedExpression(argument)) return textsOf(argument.expression);
  if (!ts.isConditionalExpression(argument)) return undefined;
  const [yes, no] = [textsOf(argument.whenTrue), textsOf(argument.whenFalse)];
  return yes && no && [...yes, ...no];
}
