import { withResolvers } from './missing-in-node-20.ts';

/** The outcome of `work`, or a rejection with the signal's reason if that comes first; `work` itself continues. */
export async function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  signal.throwIfAborted();
  const stopped = withResolvers<never>();
  const stop = () => stopped.reject(signal.reason as Error);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, stopped.promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}
