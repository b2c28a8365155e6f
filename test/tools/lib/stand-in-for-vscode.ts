import { registerHooks } from 'node:module';

/**
 * Has modules get another module for `vscode`. Tests share processes, so each stand-in serves its own modules alone: those
 * that are imported as `module.ts?mark`, or, without a mark, all that have none.
 *
 * @param url of the stand-in
 */
export function standInForVsCode(url: string, mark?: string): void {
  registerHooks({
    resolve: (specifier, context, next) =>
      specifier === 'vscode' && markOf(context.parentURL) === mark
        ? { url, shortCircuit: true }
        : next(specifier, context),
  });
}

/** The mark of a module, by its address. */
export function markOf(url = ''): string | undefined {
  return /^file:.*\?(.+)$/.exec(url)?.[1];
}
