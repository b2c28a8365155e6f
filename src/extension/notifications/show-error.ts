import * as vscode from 'vscode';
import { abortWith } from '../../common/abort-with.ts';
import { systemClock } from '../../common/clock.ts';
import { asServiceError, ServiceError } from '../../service/model/errors.ts';
import { ErrorNotifier, type ErrorContext } from './error-notifier.ts';
import { errorName, log } from '../../common/logger.ts';
import { window } from '../window/window.ts';

/** One for the whole window, so that the same wait is counted down only once. */
const notifier = new ErrorNotifier(
  {
    error: window.showErrorMessage,
    warning: window.showWarningMessage,
    copyRequestId: async (requestId) => {
      await vscode.env.clipboard.writeText(requestId);
      window.note(vscode.l10n.t('Request ID copied'));
    },
    progress: (title, work) =>
      window.withProgress(
        { location: vscode.ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => work((message) => progress.report({ message }), abortWith(token)),
      ),
    run: (command, argument) => vscode.commands.executeCommand(command, argument),
  },
  systemClock,
  vscode.l10n.t,
);

/** See {@link ErrorNotifier.show}. */
export function showError(error: ServiceError, context: ErrorContext): Promise<void> {
  return notifier.show(error, context);
}

/**
 * Runs a command, and shows what went wrong, what to do now, and a button that does it. Never rejects; undefined after a
 * failure.
 *
 * @param context of a command that asks the service. What it throws that is no ServiceError is shown as a general failure,
 * because its own text is not meant for users.
 */
export async function showingErrors<T>(
  run: () => T | Promise<T>,
  context?: ErrorContext | ((thrown: unknown) => ErrorContext),
): Promise<T | undefined> {
  try {
    return await run();
  } catch (thrown) {
    const error = context ? asServiceError(thrown) : thrown;
    if (context && error !== thrown) log.warn(`A command failed unexpectedly: ${errorName(thrown)}`);
    // Not awaited: a command called by a program must not wait for the person.
    if (error instanceof ServiceError) {
      const known = typeof context === 'function' ? context(thrown) : context;
      void showError(error, { retry: () => showingErrors(run, context), ...known });
    } else void window.showErrorMessage(error instanceof Error ? error.message : String(error));
    return undefined;
  }
}
