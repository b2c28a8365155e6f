/**
 * The messages from the host to the page. The page trusts them: it accepts messages from its own origin only, which no
 * other page shares, and VS Code reloads the page when the version of the extension changes.
 *
 * The page loses its state when it is moved to another window. So the host waits for `ready`, then sends the whole state
 * again: `init`, unless this is the first page and its HTML contained that, the last successful load and, if there is a
 * later load, what that has received so far. The first page need not wait for a busy host: its first load is sent ahead, in full if it is a
 * single batch, or else its beginning. The page ignores what it receives twice.
 */
import type { FieldLine } from '../../service/comparison/field-line.ts';
import type { ColumnBatch } from '../../service/records/columns.ts';
import type { CommandName } from './command-names.ts';
import type { ComparedRows } from './compared-rows.ts';
import type { HandlersOf, MessageOf } from './message-map.ts';
import type { ChargeRecordsTarget } from './target.ts';
import type { HostAnswers } from './to-host.ts';

/** The user's settings. */
interface Settings {
  /** Shown beside energies. The specification gives no unit, so it is set in the environment. */
  readonly energyUnit?: string | undefined;
  /** How times are written, unless the user has chosen otherwise in this viewer: `local` or `utc`. */
  readonly timeZone?: string | undefined;
}

/** The load that a message is about. Messages about any load but the latest are out of date and are ignored. */
interface OfLoad {
  readonly load: number;
}

/** Days as YYYY-MM-DD; the service chooses an absent one. */
interface Days {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Why the records could not be loaded, and what to do. */
export interface FailureText {
  readonly message: string;
  readonly nextStep: string;
  readonly requestId?: string | undefined;
  /** What the single button does, if there is one: see `Remedy` of the service. */
  readonly remedy?: FailureRemedy | undefined;
  /** When the service accepts the request again, in milliseconds since 1970, if it reports that. */
  readonly retryAt?: number | undefined;
  /** True if nothing failed: the user cancelled the load, or nothing is stored yet. */
  readonly isCalm?: boolean | undefined;
}

/** The action of a button under a failure. */
export type FailureRemedy =
  'retry' | 'reconnect' | 'owner-page' | 'edit-environment' | 'set-secret' | 'subscribe' | 'explain-version';

/** Times are milliseconds since 1970; for several vehicles, those of the oldest records. */
interface LoadTimes {
  readonly receivedAt: number;
  /** When the service received the data from the manufacturer, if it reports that. */
  readonly fetchedAt?: number | undefined;
}

/** What could not be decoded of a file. */
interface FileNote {
  readonly note?: string | undefined;
}

/** Each message with its payload. `vehicle` is a vehicle's number in the target. */
export interface PagePayloads {
  init: Settings & {
    /** BCP 47. */
    readonly language: string;
    readonly target: ChargeRecordsTarget;
    /** Whether the page may offer to add a charge. */
    readonly simulates?: boolean;
    /** The user's columns, as the page sent them to be saved (`layout`). */
    readonly layout?: unknown;
  };
  /** The settings have changed. */
  settings: Settings & { readonly timeZone: string };
  command: {
    readonly name: CommandName;
    /** Where a context menu was opened; if absent, use the active row. */
    readonly row?: number | undefined;
  };
  /** A battery's nominal capacity in the unit of the energies; absent if it is unknown. */
  capacity: { readonly vehicle?: number; readonly nominal?: number };
  /** A load begins. */
  start: OfLoad & Days;
  /** All rows of a batch belong to one vehicle. */
  batch: OfLoad & { readonly vehicle?: number; readonly batch: ColumnBatch };
  /**
   * With several vehicles: the records of one are complete, or no more of them will come. `done` follows the last of
   * these.
   */
  part: OfLoad & { readonly vehicle: number; readonly rows: number; readonly failure?: FailureText | undefined };
  done: OfLoad &
    LoadTimes & {
      readonly rows: number;
      /** Names of unknown fields next to the list of records. */
      readonly topLevelFields?: readonly string[] | undefined;
      /** Present if records are compared, and those of all sources are there. */
      readonly compared?: ComparedRows | undefined;
    } & FileNote;
  /** What two versions say about the vehicle: the verdict, what moves, its fields, and what could not be read. */
  fields: OfLoad & {
    readonly verdict: string;
    readonly moves: string;
    readonly lines: readonly FieldLine[];
    readonly failures: readonly string[];
  };
  failed: OfLoad & FailureText & FileNote;
  /** Newer records are available. Holds until the next load begins. */
  outdated: object;
  /** The answer to a request of the page. */
  answer: { readonly request: number; readonly value: HostAnswers[keyof HostAnswers] };
}

export type ToPage = MessageOf<PagePayloads>;
export type PageHandlers = HandlersOf<PagePayloads>;
export type PageMessage<Name extends keyof PagePayloads> = MessageOf<PagePayloads, Name>;
