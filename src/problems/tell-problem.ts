import * as vscode from 'vscode';
import { abortWith } from '../common/abort-with.ts';
import { systemClock } from '../common/clock.ts';
import type { ServiceError } from '../service/model/errors.ts';
import { ProblemTeller } from './problem-teller.ts';
import type { ProblemContext } from './problem-teller.ts';

/** One for the whole window, because the window is where the same wait is counted down only once. */
const teller = new ProblemTeller(
  {
    error: (text, ...buttons) => vscode.window.showErrorMessage(text, ...buttons),
    progress: (title, work) =>
      vscode.window.withProgress(
        { location: vscode.ProgressLocation.Notification, cancellable: true, title },
        (progress, token) => work((message) => progress.report({ message }), abortWith(token)),
      ),
    run: (command, argument) => vscode.commands.executeCommand(command, argument),
  },
  systemClock,
  vscode.l10n.t,
);

/** See {@link ProblemTeller.tell}. */
export function tellProblem(error: ServiceError, context: ProblemContext): Promise<void> {
  return teller.tell(error, context);
}
