import type { ChargeRecord } from '../../../../src/service/model/vehicles.ts';
import { fields } from '../../../../src/service/records/columns.ts';
import { cellText } from './subject.ts';

export const slickOptions = { enableColumnReorder: false, rowHeight: 26, enableCellNavigation: true };

/** @param value of a field of what the grid holds as an item */
export function slickColumns<T>(value: (item: T, field: keyof ChargeRecord) => unknown) {
  return fields.map((field) => ({
    id: field,
    name: field,
    field,
    width: 150,
    sortable: true,
    formatter: (_row: number, _cell: number, _value: unknown, _column: unknown, item: T) =>
      cellText(field, value(item, field)),
  }));
}
