import {
  type ExtraField,
  type Field,
  type FieldKind,
  extraFields,
  fieldKinds,
  fields,
} from '../../service/records/columns.ts';

/** Columns that are computed from a record's fields, see `derived.ts`. */
export const derivedFields = ['duration', 'levels', 'averagePower', 'chargeGained', 'impliedCapacity'] as const;
export type DerivedField = (typeof derivedFields)[number];

/** The column before all others in a comparison, or of several vehicles. */
export type FirstColumn = 'difference' | 'vehicle';

/**
 * A column of the viewer: a field of the record, a value derived from its fields, the vehicle that the record belongs
 * to, or how it compares with the same charge elsewhere.
 */
export type ColumnId = FirstColumn | Field | DerivedField;

/**
 * All columns. The first exist only in a comparison or with several vehicles, the last only if the records have them
 * ({@link isExtraField}).
 */
export const columnIds: readonly ColumnId[] = ['difference', 'vehicle', ...fields, ...derivedFields, ...extraFields];

/** The column that shows a field if the field has no column of its own on screen. */
export const carriers: Readonly<Partial<Record<ColumnId, ColumnId>>> = {
  chargeEnd: 'duration',
  startPercentRemaining: 'levels',
  endPercentRemaining: 'levels',
  currency: 'cost',
  latitude: 'location',
  longitude: 'location',
};

/**
 * The meaning of a column's values: that of a field, or `duration`: milliseconds; `capacity`: in the service's unit;
 * `power`: that unit per hour.
 */
export type ColumnKind = FieldKind | 'duration' | 'power' | 'capacity';

export const columnKinds = {
  ...fieldKinds,
  difference: 'text',
  vehicle: 'text',
  duration: 'duration',
  levels: 'fraction',
  averagePower: 'power',
  chargeGained: 'fraction',
  impliedCapacity: 'capacity',
} as const satisfies Readonly<Record<ColumnId, ColumnKind>>;

/** Columns whose values are numbers: those that can be filtered by a range. */
export type NumberColumn = {
  [Id in ColumnId]: (typeof columnKinds)[Id] extends 'text' | 'flag' ? never : Id;
}[ColumnId];

/**
 * Columns of texts. The store has their codes under the column's name and their texts under this name, which filters
 * use as well.
 */
export const textLists = {
  difference: 'differences',
  vehicle: 'vehicles',
  location: 'locations',
  chargingType: 'chargingTypes',
  id: 'ids',
  currency: 'currencies',
} as const satisfies Readonly<Partial<Record<ColumnId, string>>>;
export type TextColumn = keyof typeof textLists;

export function isColumnId(text: string): text is ColumnId {
  return Object.hasOwn(columnKinds, text);
}

export function isDerived(id: ColumnId): id is DerivedField {
  return derivedFields.includes(id as DerivedField);
}

/** Whether only some records have such a value. */
export function isExtraField(id: ColumnId): id is ExtraField {
  return extraFields.includes(id as ExtraField);
}

export function isTextColumn(id: ColumnId): id is TextColumn {
  return columnKinds[id] === 'text';
}

export function isNumberColumn(id: ColumnId): id is NumberColumn {
  return columnKinds[id] !== 'text' && columnKinds[id] !== 'flag';
}
