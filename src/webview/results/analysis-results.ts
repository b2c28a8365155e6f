import { type Summary, summarize } from './summary.ts';
import type { ColumnStore } from '../data/column-store.ts';
import type { Sliced } from '../base/time-slices.ts';
import type { Zone } from '../formats/zone.ts';

/** Summary for what is shown, and for the chart whose brush chose it, the days as they were without the brush. */
export interface Results {
  readonly shown: Summary;
  readonly around: Summary;
  /** The rows that `around` is of; undefined: all. */
  readonly aroundMask: Uint8Array | undefined;
}

/** @param without the mask without the brush; undefined: there is none */
export function* resultsOf(
  store: ColumnStore,
  mask: Uint8Array | undefined,
  without: Sliced<Uint8Array | undefined> | undefined,
  zone: Zone,
): Sliced<Results> {
  const shown = yield* summarize(store, mask, zone);
  if (!without) return { shown, around: shown, aroundMask: mask };
  const aroundMask = yield* without;
  return { shown, around: yield* summarize(store, aroundMask, zone), aroundMask };
}
