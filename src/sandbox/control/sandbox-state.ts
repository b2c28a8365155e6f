import { Emitter } from '../../common/event.ts';
import type { Faults } from '../faults/faults.ts';
import type { CheckedScenario } from '../scenario.ts';
import type { ClockChange, SandboxClock } from '../world/clock.ts';
import { toClockChange } from '../world/changes.ts';
import type { Store } from '../world/store.ts';
import type { StoredState } from '../world/stored-state.ts';

/** All state that changes while the sandbox runs, as one unit to initialize, save, load and reset. */
export class SandboxState {
  readonly #store: Store;
  readonly #clock: SandboxClock;
  readonly #faults: Faults;
  readonly #scenario: CheckedScenario;
  /** How often a saved state has replaced this one. */
  loads = 0;
  readonly #changed = new Emitter<void>();
  /** Fires when everything was replaced. */
  readonly onDidChange = this.#changed.event;

  /** Starts as the scenario says; a stored state keeps its time. */
  constructor(store: Store, clock: SandboxClock, faults: Faults, scenario: CheckedScenario) {
    this.#store = store;
    this.#clock = clock;
    this.#faults = faults;
    this.#scenario = scenario;
    if (store.isFresh && scenario.clock) clock.change(toClockChange(scenario.clock), true);
    this.#planFaults();
  }

  /** Forgets everything except the scenario. `start` takes precedence over the scenario's clock. */
  reset(start: ClockChange = {}): void {
    const { clock } = this.#scenario;
    this.#store.reset();
    this.#clock.change({ ...(clock && toClockChange(clock)), ...withoutUnset(start) }, true);
    this.#faults.clear();
    this.#planFaults();
    this.#changed.fire();
  }

  /** Signals that something outside the service changed the state. */
  touch(): void {
    this.#changed.fire();
  }

  /** Throws a RangeError that says what is wrong. */
  load(state: StoredState): void {
    this.#store.load(state);
    this.loads += 1;
    this.#changed.fire();
  }

  #planFaults(): void {
    for (const fault of this.#scenario.faults ?? []) this.#faults.add(fault);
  }
}

function withoutUnset(change: ClockChange): ClockChange {
  return Object.fromEntries(Object.entries(change).filter(([, value]) => value !== undefined));
}
