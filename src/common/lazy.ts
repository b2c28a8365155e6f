/** A value that is loaded when it is first needed. */
export interface Lazy<T> {
  /** The first call loads the value; later calls return the same one. After a failure, the next call tries again. */
  (): Promise<T>;
  /** The value if it is loaded or loading; undefined if nothing has requested it yet. */
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
