import type { Disposable, Event } from '../../common/event.ts';
import type { Scheduler } from '../../common/scheduler.ts';

export interface VisibleTimerDeps {
  readonly view: { readonly visible: boolean; readonly onDidChangeVisibility: Event<unknown> };
  readonly tick: () => void;
  /** Milliseconds until the next tick. */
  readonly pause: () => number;
  readonly scheduler: Pick<Scheduler, 'sleep'>;
}

/** Ticks as soon as a view is seen and for as long as it is. A view that nobody sees costs nothing. */
export class VisibleTimer implements Disposable {
  readonly #deps: VisibleTimerDeps;
  readonly #subscription: Disposable;
  #run: AbortController | undefined;

  constructor(deps: VisibleTimerDeps) {
    this.#deps = deps;
    this.#subscription = deps.view.onDidChangeVisibility(() => this.#follow());
    this.#follow();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#run?.abort();
  }

  #follow(): void {
    const { visible } = this.#deps.view;
    if (visible === (this.#run !== undefined)) return;
    this.#run?.abort();
    this.#run = visible ? new AbortController() : undefined;
    if (this.#run) void this.#tickUntil(this.#run.signal);
  }

  async #tickUntil(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      this.#deps.tick();
      await this.#deps.scheduler.sleep(this.#deps.pause(), signal).catch(() => undefined);
    }
  }
}
