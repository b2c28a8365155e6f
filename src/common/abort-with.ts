import type { Disposable } from './event.ts';

/** The shape of VS Code's `CancellationToken`. */
interface Cancellation {
  readonly isCancellationRequested: boolean;
  onCancellationRequested(listener: () => unknown): Disposable;
}

/** A signal that is aborted when the user cancels; at once, if that was before. */
export function abortWith(token: Cancellation): AbortSignal {
  const controller = new AbortController();
  if (token.isCancellationRequested) controller.abort();
  else token.onCancellationRequested(() => controller.abort());
  return controller.signal;
}
