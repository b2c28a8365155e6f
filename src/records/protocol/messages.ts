/**
 * What the viewer's two sides say to each other. Each side checks what it receives: the host against these schemas,
 * because a webview is another world; the webview by hand (`webview/data/incoming.ts`), because it may outlive an update of
 * the extension.
 *
 * The page loses everything when it is hidden. So the host waits for `ready`, then tells the whole story again: the last
 * load that went well and, if there is a later one, that load as far as it is; before that `init`, if the page's HTML did
 * not say the same. The first page need not wait for a busy host: its first load comes ahead if it is one batch, or else
 * how it begins. What it hears twice, the page leaves aside.
 */
import * as z from 'zod/mini';
import { mostVehicles } from '../../common/most-vehicles.ts';
import type { ColumnBatch } from '../../service/records/columns.ts';
import { commandNames } from './command-names.ts';
import { packedBatch } from '../load/packed-batch.ts';
import { stringKeys } from './string-keys.ts';

export type { PackedBatch, PackedNumbers } from '../load/packed-batch.ts';
export type { ViewerStrings } from './string-keys.ts';

const count = z.int().check(z.nonnegative());

/** Of what VS Code is to offer: characters of each text, and how many there are. */
const mostPickText = 2000;
const mostPickItems = 200;

/** A vehicle, and the session that reads it. */
const source = z.object({
  sessionId: z.string(),
  vehicle: z.object({ id: z.string(), make: z.string(), model: z.string(), year: z.number() }),
});
export type RecordsSource = z.infer<typeof source>;

/** Whose records, and which. Dates are YYYY-MM-DD; absent ones are left to the service. */
export const target = z.extend(source, {
  /** Further vehicles, side by side with the first. A vehicle's number is its place here, from 1 on. */
  others: z.optional(z.array(source).check(z.maxLength(mostVehicles - 1))),
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
});
export type ChargeRecordsTarget = z.infer<typeof target>;

/** What VS Code keeps for the viewer over reloads and restarts. */
export const savedState = z.object({
  target,
  /** How the table and the page around it are arranged, and where somebody is in it; the page reads it by itself. */
  view: z.optional(z.unknown()),
  /** First row on screen. */
  top: z.optional(count),
});
export type SavedState = z.infer<typeof savedState>;

// ---- Host to webview ----

/** `local`, `utc`, or a name of the time zone database; the page knows which of them there are. */
const zone = z.string().check(z.maxLength(100));

const init = z.object({
  type: z.literal('init'),
  strings: z.record(z.enum(stringKeys), z.string()),
  /** BCP 47. */
  language: z.string(),
  target,
  /** Shown beside energies. The document gives no unit, so it is the environment's. */
  energyUnit: z.optional(z.string()),
  /** How times are written as long as the user has not chosen otherwise in this viewer. */
  timeZone: z.optional(zone),
  /** The user's columns, as the page gave them to be kept (`layout`). */
  layout: z.optional(z.unknown()),
});

/** What these settings say has changed; see `init`. */
const settings = z.object({
  type: z.literal('settings'),
  energyUnit: z.optional(z.string()),
  timeZone: zone,
});

const command = z.object({
  type: z.literal('command'),
  name: z.enum(commandNames),
  /** Where a context menu was opened; absent: at the active cell. */
  column: z.optional(z.string()),
  row: z.optional(count),
});
export type CommandMessage = z.infer<typeof command>;

/** The user has chosen by which clock times are written; see `chooseZone`. */
const chosenZone = z.object({ type: z.literal('zone'), zone });
/** The user has chosen one of the things that the page had VS Code offer (`pick`). */
const picked = z.object({ type: z.literal('picked'), pick: count, item: count });

/** A load begins. Messages of another load than the latest are late and mean nothing. */
const start = z.object({
  type: z.literal('start'),
  load: count,
  /** The days that are asked for; see `target`. */
  startDate: z.optional(z.string()),
  endDate: z.optional(z.string()),
});

/** All rows of a batch are of one vehicle. */
const batch = z.object({ type: z.literal('batch'), load: count, vehicle: z.optional(count), batch: packedBatch });

const times = {
  /** Milliseconds since 1970; of several vehicles' records the oldest. */
  receivedAt: z.number(),
  /** When the service had it from the maker, if it says so; milliseconds since 1970. */
  fetchedAt: z.optional(z.number()),
  /** True if the records were kept on this machine and the service was not asked. */
  kept: z.optional(z.boolean()),
};

const done = z.object({
  type: z.literal('done'),
  load: count,
  rows: count,
  ...times,
  /** Names of fields beside the records, of which the contract knows none. */
  beside: z.optional(z.array(z.string())),
});

const failure = {
  message: z.string(),
  nextStep: z.string(),
  requestId: z.optional(z.string()),
  /** What the one button does, if there is one: see `Remedy` of the service. */
  remedy: z.optional(z.enum(['retry', 'reconnect', 'owner-page', 'edit-environment', 'set-secret', 'explain-version'])),
  /** When the service takes the request again, in milliseconds since 1970, if it says so. */
  retryAt: z.optional(z.number()),
  /** True if nothing failed: the user has ended it. */
  cancelled: z.optional(z.boolean()),
};

const failed = z.object({ type: z.literal('failed'), load: count, ...failure });
export type FailedMessage = z.infer<typeof failed>;
export type FailureText = Omit<FailedMessage, 'type' | 'load'>;
/** What a button under a failure does. */
export type FailureRemedy = NonNullable<FailureText['remedy']>;

/** Of several vehicles, one's records are all there, or no more of them come. `done` follows the last of them. */
const part = z.object({
  type: z.literal('part'),
  load: count,
  vehicle: count,
  rows: count,
  failure: z.optional(z.object(failure)),
});

/** A battery's nominal capacity in the unit of the energies; absent where it is not known. */
const capacity = z.object({
  type: z.literal('capacity'),
  vehicle: z.optional(count),
  nominal: z.optional(z.number()),
});

export const toWebview = z.discriminatedUnion('type', [
  init,
  settings,
  capacity,
  command,
  chosenZone,
  picked,
  start,
  batch,
  part,
  done,
  failed,
]);
/** A message as VS Code carries it. */
export type Posted = z.infer<typeof toWebview>;
type PostedBatch = z.infer<typeof batch>;
/** The records as both sides work with them, and not as they are on their way. */
export type BatchMessage = Omit<PostedBatch, 'batch'> & { readonly batch: ColumnBatch };
export type ToWebview = Exclude<Posted, PostedBatch> | BatchMessage;
export type InitMessage = z.infer<typeof init>;
export type SettingsMessage = z.infer<typeof settings>;
export type StartMessage = z.infer<typeof start>;
export type DoneMessage = z.infer<typeof done>;

// ---- Webview to host ----

export const toHost = z.discriminatedUnion('type', [
  /** `begun`: with the `init` in its HTML. */
  z.object({ type: z.literal('ready'), begun: z.optional(z.boolean()) }),
  /**
   * Ask the service again: for all, or for one vehicle beside what is there of the others. Ends a load under way. `days`:
   * those on screen, or those of the last load if it failed or was cancelled; absent: of a load that failed, not of one
   * that was cancelled.
   */
  z.object({
    type: z.literal('reload'),
    vehicle: z.optional(count),
    days: z.optional(z.enum(['shown', 'failed'])),
  }),
  /** Do what helps against the failure of all, or of one vehicle, and load if it did. */
  z.object({ type: z.literal('mend'), vehicle: z.optional(count) }),
  /** Ask for records of other days. What is on screen stays there until they are complete. */
  z.object({ type: z.literal('range'), startDate: z.optional(z.string()), endDate: z.optional(z.string()) }),
  /** End the load under way. */
  z.object({ type: z.literal('cancel') }),
  /** Save the records on screen. `rows`: base64 of those that pass the filters, see `RecordsExport`. */
  z.object({
    type: z.literal('export'),
    load: count,
    format: z.enum(['csv', 'json', 'ndjson']),
    rows: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
  }),
  /** Save a chart's picture: base64 of a PNG. */
  z.object({
    type: z.literal('image'),
    chart: z.string().check(z.maxLength(40)),
    png: z.string().check(z.maxLength(40_000_000), z.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/)),
  }),
  /** Put this on the clipboard: not all that the page does counts as the user's own act there. */
  z.object({ type: z.literal('copy'), text: z.string() }),
  /** Have the user choose one of these in VS Code's own list; `picked` follows if one is chosen. */
  z.object({
    type: z.literal('pick'),
    pick: count,
    title: z.string().check(z.maxLength(mostPickText)),
    items: z.array(z.string().check(z.maxLength(mostPickText))).check(z.maxLength(mostPickItems)),
  }),
  /** Show one record of a load as JSON. Rows count from 0 in the order of the service. */
  z.object({ type: z.literal('openRecord'), load: count, row: count }),
  /** Have the user choose one of all time zones; `zone` is the one now. A choice comes back as `zone`. */
  z.object({ type: z.literal('chooseZone'), zone }),
  /** Keep the columns for viewers to come. */
  z.object({ type: z.literal('layout'), layout: z.unknown() }),
  /** What is on screen, for the commands that are about it. */
  z.object({
    type: z.literal('showing'),
    /** A chart, and not what is said in words. */
    chart: z.boolean(),
    loading: z.boolean(),
    /** Records that are not as the contract says. */
    marked: z.boolean(),
    /** Records that stand out. */
    findings: z.boolean(),
    /** Records with fields that are not in the contract. */
    unknown: z.boolean(),
    /** Filters are set, those of a chart's brush among them. */
    filtered: z.boolean(),
    brushed: z.boolean(),
    /** Records are selected. */
    selected: z.boolean(),
    /** The box that finds a text is open. */
    finding: z.boolean(),
  }),
  /** Something went wrong in the page; for the log. */
  z.object({ type: z.literal('trouble'), message: z.string() }),
]);
export type ToHost = z.infer<typeof toHost>;

/** What is on screen, as far as commands depend on it. */
export type Showing = Omit<Extract<ToHost, { type: 'showing' }>, 'type'>;
