/** Names the variable by which the bench tells its part in the extension host what to do, as JSON. */
export const taskVariable = 'VEHICLE_DATA_SOAK_TASK';

export interface SoakTask {
  readonly controlUrl: string;
  /** Where nobody listens. */
  readonly receiver: string;
  /** Where the extension keeps its files, and the sandbox its state. */
  readonly storage: string;
  readonly state: string;
  readonly repetitions: number;
  readonly idleMs: number;
  /** Gets the looks, as JSON. */
  readonly result: string;
}

/** What there is at a moment, after garbage was collected. Processor times are in milliseconds. */
export interface Look {
  readonly heap: number;
  /** What keeps the event loop alive, and open files. */
  readonly handles: number;
  readonly files: number;
  /** That the window has sent, to the service and to the sandbox's control paths. */
  readonly requests: number;
  /** By the window and by the sandbox. */
  readonly saves: number;
  readonly windowMs: number;
  readonly sandboxMs: number;
}

/** Pairs of looks: at the beginning and at the end of each phase. */
export interface Looks {
  readonly early: readonly [Look, Look];
  readonly late: readonly [Look, Look];
  readonly leaking: readonly [Look, Look];
  readonly idle: readonly [Look, Look];
}
