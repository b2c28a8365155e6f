import { t } from '../../common/translate.ts';
import type { Formats } from '../formats/formats.ts';
import { type ColumnId, columnKinds } from './view-columns.ts';

/** The unit of energy per hour: for kWh, it is kW. */
function powerUnit(energyUnit: string): string {
  return energyUnit.length > 1 && energyUnit.endsWith('h') ? energyUnit.slice(0, -1) : `${energyUnit}/h`;
}

/** The names of the columns. */
export const columnNames = (): Readonly<Record<ColumnId, string>> => ({
  vehicle: t('Vehicle'),
  difference: t('Difference'),
  chargeStart: t('Start'),
  chargeEnd: t('End'),
  location: t('Location'),
  energy: t('Energy'),
  isPublic: t('Public'),
  startPercentRemaining: t('Start level'),
  endPercentRemaining: t('End level'),
  levels: t('Levels'),
  chargingType: t('Type'),
  duration: t('Duration'),
  averagePower: t('Average power'),
  chargeGained: t('Charge gained'),
  impliedCapacity: t('Implied capacity'),
  id: t('ID'),
  cost: t('Cost'),
  currency: t('Currency'),
  latitude: t('Latitude'),
  longitude: t('Longitude'),
});

/** Names the columns, with the unit if it is known at the time of the call; times say when they are in UTC. */
export function columnLabels(formats: Pick<Formats, 'energyUnit' | 'zone'>): (id: ColumnId) => string {
  const names = columnNames();
  return (id) => {
    const { energyUnit, zone } = formats;
    const name = names[id];
    const kind = columnKinds[id];
    if (kind === 'time' && zone === 'utc') return t('{0} ({1})', name, 'UTC');
    if (energyUnit === undefined) return name;
    if (kind === 'energy' || kind === 'capacity') return t('{0} ({1})', name, energyUnit);
    return kind === 'power' ? t('{0} ({1})', name, powerUnit(energyUnit)) : name;
  };
}
