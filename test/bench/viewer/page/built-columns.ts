// Free of the browser's types: in VS Code the extension host builds the columns, in a bare page the page does.
import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';

/** A column of texts: a code for each row, each text once. */
export interface Texts {
  readonly codes: Uint16Array;
  readonly texts: readonly string[];
}

/** Records as columns. Each array has its buffer for itself, so that VS Code carries nothing else with it. */
export interface BuiltColumns {
  readonly rows: number;
  /** Times are milliseconds since 1970. */
  readonly numbers: Readonly<Record<'chargeStart' | 'chargeEnd' | 'energy', Float64Array>>;
  readonly levels: Readonly<Record<'startPercentRemaining' | 'endPercentRemaining', Float32Array>>;
  /** 1 where a record says so. */
  readonly isPublic: Uint8Array;
  readonly locations: Texts;
  readonly kinds: Texts;
}

export function buildColumns(records: readonly ChargeRecord[]): BuiltColumns {
  const numbers = (of: (record: ChargeRecord) => number) => Float64Array.from(records, of);
  return {
    rows: records.length,
    numbers: {
      chargeStart: numbers(({ chargeStart }) => Date.parse(chargeStart)),
      chargeEnd: numbers(({ chargeEnd }) => Date.parse(chargeEnd)),
      energy: numbers(({ energy }) => energy),
    },
    levels: {
      startPercentRemaining: Float32Array.from(records, (record) => record.startPercentRemaining),
      endPercentRemaining: Float32Array.from(records, (record) => record.endPercentRemaining),
    },
    isPublic: Uint8Array.from(records, ({ isPublic }) => Number(isPublic)),
    locations: textsOf(records, ({ location }) => location),
    kinds: textsOf(records, ({ chargingType }) => chargingType),
  };
}

function textsOf(records: readonly ChargeRecord[], of: (record: ChargeRecord) => string): Texts {
  const known = new Map<string, number>();
  const codes = Uint16Array.from(records, (record) => {
    const text = of(record);
    let code = known.get(text);
    if (code === undefined) {
      code = known.size;
      known.set(text, code);
    }
    return code;
  });
  return { codes, texts: [...known.keys()] };
}
