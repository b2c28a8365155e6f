/** What is loaded when it is first asked for. */
export interface Lazy<T> {
  /** Loads it with the first call; every further one has the same. After a failure the next call tries again. */
  (): Promise<T>;
  /** What is loaded or loading; undefined where nobody has asked yet. */
  readonly peek: () => Promise<T> | undefined;
}

export function lazy<T>(load: () => Promise<T>): Lazy<T> {
  let loaded: Promise<T> | undefined;
  const get = () =>
    (loaded ??= load().catch((error: unknown) => {
      loaded = undefined;
      throw error;
    }));
  return Object.assign(get, { peek: () => loaded });
}
