import type { Disposable, Event } from '../../../common/event.ts';
import type { Scheduler } from '../../../common/scheduler.ts';

interface View {
  readonly visible: boolean;
  readonly onDidChangeVisibility: Event<unknown>;
}

const second = 1000;

/** Ticks when a view becomes visible, and each second while it is. A hidden view costs nothing. */
export class VisibleTimer implements Disposable {
  readonly #view: View;
  readonly #tick: () => void;
  readonly #scheduler: Pick<Scheduler, 'every'>;
  readonly #subscription: Disposable;
  #running: Disposable | undefined;

  constructor(view: View, tick: () => void, scheduler: Pick<Scheduler, 'every'>) {
    this.#view = view;
    this.#tick = tick;
    this.#scheduler = scheduler;
    this.#subscription = view.onDidChangeVisibility(() => this.#follow());
    this.#follow();
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#running?.dispose();
  }

  #follow(): void {
    const { visible } = this.#view;
    if (visible === (this.#running !== undefined)) return;
    this.#running?.dispose();
    this.#running = visible ? this.#scheduler.every(second, this.#tick) : undefined;
    if (visible) this.#tick();
  }
}
