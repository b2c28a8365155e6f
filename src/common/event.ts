/** Something to release. VS Code's Disposable fits. */
export interface Disposable {
  dispose(): void;
}

/** The shape of VS Code's `Event`, so that modules without VS Code can offer events to those that use it. */
export type Event<T> = (listener: (value: T) => unknown) => Disposable;

/** A source of events: others get `event`, and the owner keeps `fire`. */
export class Emitter<T> implements Disposable {
  readonly #listeners = new Set<(value: T) => unknown>();

  readonly event: Event<T> = (listener) => {
    // Wrapped, so that the same function added twice is called twice and removed once.
    const entry = (value: T) => listener(value);
    this.#listeners.add(entry);
    return { dispose: () => void this.#listeners.delete(entry) };
  };

  fire(value: T): void {
    for (const listener of [...this.#listeners]) listener(value);
  }

  dispose(): void {
    this.#listeners.clear();
  }
}
