import type { ViewerStrings } from '../messages/viewer-strings.ts';
import { fill } from '../base/text.ts';
import { type ColumnId, columnKinds } from './view-columns.ts';

/** The unit of energy per hour: for kWh, it is kW. */
export function powerUnit(energyUnit: string): string {
  return energyUnit.length > 1 && energyUnit.endsWith('h') ? energyUnit.slice(0, -1) : `${energyUnit}/h`;
}

/** Names the columns, with the unit if it is known at the time of the call. */
export function columnLabels(
  strings: ViewerStrings,
  formats: { readonly energyUnit: string | undefined },
): (id: ColumnId) => string {
  return (id) => {
    const { energyUnit } = formats;
    const name = strings[id === 'duration' ? 'durationColumn' : id];
    const kind = columnKinds[id];
    if (energyUnit === undefined) return name;
    if (kind === 'energy' || kind === 'capacity') return fill(strings.withUnit, name, energyUnit);
    return kind === 'power' ? fill(strings.withUnit, name, powerUnit(energyUnit)) : name;
  };
}
