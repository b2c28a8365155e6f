/** The messages from the page to the host, which checks them: a webview is another world. */
import * as z from 'zod/mini';
import { exportFormats } from './export-format.ts';
import type { HandlersOf, MessageOf } from './message-map.ts';

const count = z.int().check(z.nonnegative());
/** Of what VS Code is to offer: characters of each text, and how many there are. */
const mostPickText = 2000;
const mostPickItems = 200;

/** Each message with its payload. */
const payloads = {
  /** `begun`: with the `init` in its HTML. */
  ready: z.object({ begun: z.optional(z.boolean()) }),
  /**
   * Request the records again: all, or those of one vehicle beside what is there of the others. Ends a load under way.
   * `days`: those on screen, or those of the last load if it failed or was cancelled; absent: of a load that failed, not of
   * one that was cancelled.
   */
  reload: z.object({ vehicle: z.optional(count), days: z.optional(z.enum(['shown', 'failed'])) }),
  /** Apply the remedy for the failure of all, or of one vehicle, and load if that helped. */
  remedy: z.object({ vehicle: z.optional(count) }),
  /** Request records of other days. What is on screen stays there until they are complete. */
  range: z.object({ startDate: z.optional(z.string()), endDate: z.optional(z.string()) }),
  /** End the load under way. */
  cancel: z.object({}),
  /** Save the records on screen. `rows`: base64 of those that pass the filters, see `RecordsExport`. */
  export: z.object({
    load: count,
    format: z.enum(exportFormats),
    rows: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
  }),
  /** Save a chart's picture: base64 of a PNG. */
  image: z.object({
    chart: z.string().check(z.maxLength(40)),
    png: z.string().check(z.maxLength(40_000_000), z.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/)),
  }),
  /** Put a text on the clipboard: not all that the page does counts as the user's own act there. */
  copy: z.object({ text: z.string() }),
  /** Have the user choose one of these in a quick pick. */
  pick: z.object({
    title: z.string().check(z.maxLength(mostPickText)),
    items: z.array(z.string().check(z.maxLength(mostPickText))).check(z.maxLength(mostPickItems)),
  }),
  /** Have the user choose one of all time zones; `zone` is the one now. */
  pickTimeZone: z.object({ zone: z.string().check(z.maxLength(100)) }),
  /** Have the user choose a view, or save, rename or delete one; `view` is how the table is arranged now. */
  views: z.object({ view: z.record(z.string(), z.unknown()) }),
  /**
   * Show the records of a file that was dropped on the page. Its bytes may be cut off after more than a file may hold, and
   * are absent where it is none to read.
   */
  drop: z.object({
    name: z.string().check(z.maxLength(mostPickText)),
    bytes: z.optional(z.instanceof(ArrayBuffer)),
  }),
  /** Show one record of a load as JSON. Rows count from 0 in the order of the service. */
  openRecord: z.object({ load: count, row: count }),
  /** Keep the columns for viewers to come. */
  layout: z.object({ layout: z.unknown() }),
  /** What is on screen, for the `when` clauses of commands. */
  context: z.object({
    /** A chart, and not the summary or the anomalies. */
    chart: z.boolean(),
    loading: z.boolean(),
    /** Records with a field that breaks the contract. */
    marked: z.boolean(),
    anomalies: z.boolean(),
    /** Filters are set, those of a chart's brush among them. */
    filtered: z.boolean(),
  }),
  /** Something went wrong in the page; for the log. */
  trouble: z.object({ message: z.string() }),
};

type Payload<Schema extends z.ZodMiniType> = z.infer<Schema> extends Record<string, never> ? unknown : z.infer<Schema>;
type HostPayloads = { [Name in keyof typeof payloads]: Payload<(typeof payloads)[Name]> };
export type HostMessage<Name extends keyof HostPayloads = keyof HostPayloads> = MessageOf<HostPayloads, Name>;
export type ViewerContext = HostPayloads['context'];
export type DroppedFile = HostPayloads['drop'];

/** The answers to requests; undefined also where the request failed. */
export interface HostAnswers {
  /** True if the text is on the clipboard. */
  copy: boolean | undefined;
  /** The place of the item that was chosen, if one was. */
  pick: number | undefined;
  /** The zone that was chosen, if one was. */
  pickTimeZone: string | undefined;
  /** What the table is to be arranged by, if something was chosen; without a view: by nothing. */
  views: { readonly view: unknown } | undefined;
}
export type HostHandlers = HandlersOf<HostPayloads, HostAnswers>;

/** A message as the page sends it. With the number of a request, an `answer` follows. */
export type ToHost<Name extends keyof HostPayloads = keyof HostPayloads> = HostMessage<Name> & {
  readonly request?: number;
};

const names = Object.keys(payloads) as (keyof HostPayloads)[];
const envelope = z.object({ type: z.enum(names), request: z.optional(count) });

/** @returns undefined where it is no message of the page */
export function readToHost(raw: unknown): ToHost | undefined {
  const head = envelope.safeParse(raw);
  if (!head.success) return undefined;
  const payload = payloads[head.data.type].safeParse(raw);
  return payload.success ? ({ ...head.data, ...payload.data } as ToHost) : undefined;
}
