// What a peer's webview and its extension tell each other. Free of the browser's types, because both sides read it.
import type { BuiltColumns } from './built-columns.ts';
import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';

/** What the page can ask for, and gets in one message: as `records`, or `error` with the reason why not. */
export interface Answer {
  readonly objects: ChargeRecord[];
  readonly columns: BuiltColumns;
}
export type Wanted = keyof Answer;
