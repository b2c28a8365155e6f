/** The messages from the page to the host. The host checks them because it does not trust the webview. */
import * as z from 'zod/mini';
import { exportFormats } from './export-format.ts';
import type { HandlersOf, MessageOf } from './message-map.ts';

const count = z.int().check(z.nonnegative());
/** Limits for a quick pick: characters per text, and number of items. */
const mostPickText = 2000;
const mostPickItems = 200;

/** Each message with its payload. */
const payloads = {
  /** `begun`: the page has started with the `init` in its HTML. */
  ready: z.object({ begun: z.optional(z.boolean()) }),
  /**
   * Request the records again: all of them, or those of one vehicle while keeping those of the others. Cancels a load
   * in progress. `days`: the days on screen, or those of the last load if it failed or was cancelled. Absent: the days
   * of the last load if it failed, but not if it was cancelled.
   */
  reload: z.object({ vehicle: z.optional(count), days: z.optional(z.enum(['shown', 'failed'])) }),
  /** Apply the remedy for the failure of all vehicles, or of one, and load again if it helped. */
  remedy: z.object({ vehicle: z.optional(count) }),
  /** Add a charge to the vehicle, which is one of the sandbox, and request its records. */
  simulateCharge: z.object({}),
  /** Request the records of other days. The records on screen stay until the new ones are complete. */
  range: z.object({ startDate: z.optional(z.string()), endDate: z.optional(z.string()) }),
  /** Cancel the load in progress. */
  cancel: z.object({}),
  /** Save the records on screen. `rows`: base64 of a bit mask of those that pass the filters, see `RecordsExport`. */
  export: z.object({
    load: count,
    format: z.enum(exportFormats),
    rows: z.optional(z.string().check(z.regex(/^[A-Za-z0-9+/]*={0,2}$/))),
  }),
  /** Save the image of a chart: base64 of a PNG. */
  image: z.object({
    chart: z.string().check(z.maxLength(40)),
    png: z.string().check(z.maxLength(40_000_000), z.regex(/^iVBORw0KGgo[A-Za-z0-9+/]*={0,2}$/)),
  }),
  /**
   * Copy a text to the clipboard. The page cannot always do this itself: a browser does not treat every action as the
   * user's own.
   */
  copy: z.object({ text: z.string() }),
  /** Let the user choose one of these items in a quick pick. */
  pick: z.object({
    title: z.string().check(z.maxLength(mostPickText)),
    items: z.array(z.string().check(z.maxLength(mostPickText))).check(z.maxLength(mostPickItems)),
  }),
  /**
   * Show the records of a file that was dropped on the page. The bytes may be truncated, but only beyond the maximum
   * file size. They are absent if what was dropped is not a readable file.
   */
  drop: z.object({
    name: z.string().check(z.maxLength(mostPickText)),
    bytes: z.optional(z.instanceof(ArrayBuffer)),
  }),
  /** Show one record of a load as JSON. Rows count from 0 in the order of the service. */
  openRecord: z.object({ load: count, row: count }),
  /** Save the columns for future viewers. */
  layout: z.object({ layout: z.unknown() }),
  /** What is on screen, for the `when` clauses of commands. */
  context: z.object({
    /** There are records with a field that breaks the contract, or anomalies. */
    marked: z.boolean(),
  }),
  /** Something went wrong in the page; the host logs it. */
  trouble: z.object({ message: z.string() }),
};

type Payload<Schema extends z.ZodMiniType> = z.infer<Schema> extends Record<string, never> ? unknown : z.infer<Schema>;
type HostPayloads = { [Name in keyof typeof payloads]: Payload<(typeof payloads)[Name]> };
export type HostMessage<Name extends keyof HostPayloads = keyof HostPayloads> = MessageOf<HostPayloads, Name>;
export type ViewerContext = HostPayloads['context'];
export type DroppedFile = HostPayloads['drop'];

/** The answers to requests; undefined if the request failed, too. */
export interface HostAnswers {
  /** True if the text is on the clipboard. */
  copy: boolean | undefined;
  /** Index of the chosen item, if one was chosen. */
  pick: number | undefined;
}
export type HostHandlers = HandlersOf<HostPayloads, HostAnswers>;

/** A message as the page sends it. If it has a request number, an `answer` follows. */
export type ToHost<Name extends keyof HostPayloads = keyof HostPayloads> = HostMessage<Name> & {
  readonly request?: number;
};

const names = Object.keys(payloads) as (keyof HostPayloads)[];
const envelope = z.object({ type: z.enum(names), request: z.optional(count) });

/** @returns undefined if it is not a message of the page */
export function readToHost(raw: unknown): ToHost | undefined {
  const head = envelope.safeParse(raw);
  if (!head.success) return undefined;
  const payload = payloads[head.data.type].safeParse(raw);
  return payload.success ? ({ ...head.data, ...payload.data } as ToHost) : undefined;
}
