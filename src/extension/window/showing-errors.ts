import { window } from './window.ts';

/** Runs something, and shows what went wrong and what to do; VS Code would show only what went wrong. */
export function showingErrors<Arguments extends readonly unknown[]>(run: (...given: Arguments) => unknown) {
  return async (...given: Arguments): Promise<unknown> => {
    try {
      return await run(...given);
    } catch (error) {
      const { message, nextStep = '' } = error as Error & { nextStep?: string };
      void window.showErrorMessage(`${message} ${nextStep}`.trim());
      return undefined;
    }
  };
}
