import { isRecord } from '../../common/is-record.ts';
import type { ChargeRecord, PartialRecord } from '../model/vehicles.ts';
import { publicCodes } from './columns.ts';
import type { WireFormat } from '../model/record-reading.ts';
import { contractRecords, type RecordBatch } from './record-stream.ts';

/** The records of a batch that conform to the contract of their form, converted to the model. */
export function keptRecords(batch: RecordBatch): readonly PartialRecord[] {
  const { form } = batch.columns;
  return form ? modelRecords(batch, form) : contractRecords(batch);
}

/**
 * The records of a batch of any form, converted to the model; a value that is unknown or has the wrong type is null.
 */
function modelRecords({ values, columns }: RecordBatch, form: WireFormat): readonly PartialRecord[] {
  const { names, otherChargingType, full, place = [], extra: further } = form;
  return values.map((value, row) => {
    const record = isRecord(value) ? value : {};
    const own = (field: keyof ChargeRecord) => record[names[field]];
    const at = own('location');
    const flag = columns.isPublic[row];
    return {
      chargeStart: textOf(own('chargeStart')),
      chargeEnd: textOf(own('chargeEnd')),
      location: isRecord(at)
        ? (place.map((name) => textOf(at[name])).find((each) => each !== null) ?? null)
        : textOf(at),
      energy: numberOf(own('energy')),
      isPublic: flag === publicCodes.unknown ? null : flag === publicCodes.yes,
      startPercentRemaining: levelOf(own('startPercentRemaining'), full),
      endPercentRemaining: levelOf(own('endPercentRemaining'), full),
      chargingType: textOf(own('chargingType') ?? record[otherChargingType ?? '']),
      ...(further && {
        id: textOf(record[further.id]),
        cost: numberOf(columns.extra?.cost[row]),
        currency: textOf(memberOf(record[further.cost], further.currency)),
      }),
    };
  });
}

function memberOf(value: unknown, name: string): unknown {
  return isRecord(value) ? value[name] : undefined;
}

function textOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

function numberOf(value: unknown): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

function levelOf(value: unknown, full: number): number | null {
  const level = numberOf(value);
  return level === null ? null : level / full;
}
