import type { Disposable } from './event.ts';

/** The shape of VS Code's `CancellationToken`. */
interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => unknown): Disposable;
}

/** A signal that aborts when the user cancels, or immediately if the user has already cancelled. */
export function abortWith(token: Cancellation): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
