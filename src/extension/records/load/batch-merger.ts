import type { ColumnBatch, ExtraColumns } from '../../../service/records/columns.ts';

/** The codes of one dictionary, shared by the batches of several loads. */
class SharedDictionary {
  readonly #codes = new Map<string, number>();
  readonly #own = new Map<number, number[]>();

  /** Returns the texts that no load has had yet, and the batch's codes translated to the shared ones. */
  share(
    source: number,
    newTexts: readonly string[],
    codes: ArrayLike<number>,
  ): { readonly newTexts: readonly string[]; readonly codes: Uint32Array<ArrayBuffer> } {
    const own = this.#own.get(source) ?? [0];
    this.#own.set(source, own);
    const added: string[] = [];
    for (const text of newTexts) {
      let code = this.#codes.get(text);
      if (code === undefined) {
        code = this.#codes.size + 1;
        this.#codes.set(text, code);
        added.push(text);
      }
      own.push(code);
    }
    return { newTexts: added, codes: Uint32Array.from(codes, (code) => own[code] ?? 0) };
  }
}

/**
 * Combines the batches of several vehicles, each with its own row numbers and text codes, into one sequence, as if they
 * came from one response.
 */
export class BatchMerger {
  readonly #locations = new SharedDictionary();
  readonly #chargingTypes = new SharedDictionary();
  readonly #ids = new SharedDictionary();
  readonly #currencies = new SharedDictionary();
  readonly #received = new SharedDictionary();
  #rows = 0;

  /** @param source number of the vehicle; its batches must be added in order */
  add(source: number, batch: ColumnBatch): ColumnBatch {
    const { rows, problems } = batch;
    const location = this.#locations.share(source, batch.newLocations, batch.location);
    const type = this.#chargingTypes.share(source, batch.newChargingTypes, batch.chargingType);
    const received = this.#received.share(source, problems.newReceived, problems.received);
    const shift = this.#rows - batch.firstRow;
    const firstRow = this.#rows;
    this.#rows += rows;
    return {
      ...batch,
      firstRow,
      location: location.codes,
      newLocations: location.newTexts,
      chargingType: type.codes,
      newChargingTypes: type.newTexts,
      ...(batch.extra && { extra: this.#extra(source, batch.extra) }),
      unknownFields: batch.unknownFields.map((field) => ({ ...field, row: field.row + shift })),
      problems: {
        ...problems,
        rows: problems.rows.map((row) => row + shift),
        received: received.codes,
        newReceived: received.newTexts,
      },
    };
  }

  #extra(source: number, extra: ExtraColumns): ExtraColumns {
    const id = this.#ids.share(source, extra.newIds, extra.id);
    const currency = this.#currencies.share(source, extra.newCurrencies, extra.currency);
    return {
      ...extra,
      ...{ id: id.codes, newIds: id.newTexts },
      ...{ currency: currency.codes, newCurrencies: currency.newTexts },
    };
  }
}
