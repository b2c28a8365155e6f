/**
 * The messages from the host to the page. The page trusts them: it takes messages of its own origin only, which no other
 * page has, and VS Code loads the page anew for another version of the extension.
 *
 * The page loses everything when it is hidden. So the host waits for `ready`, then sends the whole state again: the last
 * load that went well and, if there is a later one, that load as far as it is; before that `init`, if the page's HTML did
 * not say the same. The first page need not wait for a busy host: its first load comes ahead if it is one batch, or else
 * how it begins. What it receives twice, the page ignores.
 */
import type { ColumnBatch } from '../../service/records/columns.ts';
import type { CommandName } from './command-names.ts';
import type { HandlersOf, MessageOf } from './message-map.ts';
import type { ChargeRecordsTarget } from './target.ts';
import type { HostAnswers } from './to-host.ts';
import type { ViewerStrings } from './viewer-strings.ts';

/** What the settings of the user say. */
interface Settings {
  /** Shown beside energies. The document gives no unit, so it is the environment's. */
  readonly energyUnit?: string | undefined;
  /** How times are written unless the user has chosen otherwise in this viewer: `local`, `utc` or an IANA name. */
  readonly timeZone?: string | undefined;
}

/** The load that a message is about. Messages of another load than the latest are late and mean nothing. */
interface OfLoad {
  readonly load: number;
}

/** Days as YYYY-MM-DD; an absent one is left to the service. */
interface Days {
  readonly startDate?: string | undefined;
  readonly endDate?: string | undefined;
}

/** Why records did not come, and what to do. */
export interface FailureText {
  readonly message: string;
  readonly nextStep: string;
  readonly requestId?: string | undefined;
  /** What the one button does, if there is one: see `Remedy` of the service. */
  readonly remedy?: FailureRemedy | undefined;
  /** When the service takes the request again, in milliseconds since 1970, if it says so. */
  readonly retryAt?: number | undefined;
  /** True if nothing failed: the user has ended it. */
  readonly cancelled?: boolean | undefined;
}

/** What a button under a failure does. */
export type FailureRemedy =
  'retry' | 'reconnect' | 'owner-page' | 'edit-environment' | 'set-secret' | 'subscribe' | 'explain-version';

/** Times are milliseconds since 1970; of several vehicles' records the oldest. */
interface LoadTimes {
  readonly receivedAt: number;
  /** When the service had it from the maker, if it says so. */
  readonly fetchedAt?: number | undefined;
  /** True if the records come from the cache of this machine. */
  readonly cached?: boolean | undefined;
}

/** What was understood of a file and what was not read, in sentences; absent where there is nothing to say. */
interface FileNotes {
  readonly notes?: readonly string[] | undefined;
}

/** Each message with its payload. A vehicle is named by its number in the target. */
export interface PagePayloads {
  init: Settings & {
    readonly strings: ViewerStrings;
    /** BCP 47. */
    readonly language: string;
    readonly target: ChargeRecordsTarget;
    /** The user's columns, as the page gave them to be kept (`layout`). */
    readonly layout?: unknown;
    /** What the table begins with instead: the view that was used last in this environment, as the page gave it. */
    readonly view?: unknown;
  };
  /** The settings have changed. */
  settings: Settings & { readonly timeZone: string };
  command: {
    readonly name: CommandName;
    /** Where a context menu was opened; absent: at the active cell. */
    readonly column?: string | undefined;
    readonly row?: number | undefined;
  };
  /** A battery's nominal capacity in the unit of the energies; absent where it is not known. */
  capacity: { readonly vehicle?: number; readonly nominal?: number };
  /** A load begins. */
  start: OfLoad & Days;
  /** All rows of a batch are of one vehicle. */
  batch: OfLoad & { readonly vehicle?: number; readonly batch: ColumnBatch };
  /** Of several vehicles, one's records are all there, or no more of them come. `done` follows the last of them. */
  part: OfLoad & { readonly vehicle: number; readonly rows: number; readonly failure?: FailureText | undefined };
  done: OfLoad &
    LoadTimes & {
      readonly rows: number;
      /** Names of unknown fields beside the list of records. */
      readonly topLevelFields?: readonly string[] | undefined;
    } & FileNotes;
  failed: OfLoad & FailureText & FileNotes;
  /** There are newer records, until the next load begins. */
  outdated: object;
  /** The answer to a request of the page. */
  answer: { readonly request: number; readonly value: HostAnswers[keyof HostAnswers] };
}

export type ToPage = MessageOf<PagePayloads>;
export type PageHandlers = HandlersOf<PagePayloads>;
export type PageMessage<Name extends keyof PagePayloads> = MessageOf<PagePayloads, Name>;
