import { modelName } from '../../common/vehicle-names.ts';
import { t } from '../../common/translate.ts';
import type { ChargeRecordsTarget, RecordsSource } from './target.ts';

/** All vehicles of a target; the index of each is its number. Vehicles of a file have no session. */
export function sourcesOf(target: ChargeRecordsTarget): readonly RecordsSource[] {
  const { sessionId, vehicle, version, file, others = [] } = target;
  const ofFile = file !== undefined && { file };
  return [
    { sessionId, vehicle, ...(version !== undefined && { version }), ...ofFile },
    ...others.map((other) => (other.sessionId === '' ? { ...ofFile, ...other } : other)),
  ];
}

/** `BMW i4: 2.0 ↔ 3`, or `earlier.json ↔ BMW i4`. @param nameOf makes the name of a vehicle safe where it is shown */
export function comparedTitle(target: ChargeRecordsTarget, nameOf = modelName): string {
  const [first, ...others] = sourcesOf(target);
  const [second] = others;
  if (!first || !second) return '';
  const [older, newer] = [first, second].map(({ vehicle }) => nameOf(vehicle)) as [string, string];
  if (first.version !== undefined && second.version !== undefined && first.version !== second.version) {
    return `${older}: ${first.version} ↔ ${second.version}`;
  }
  return `${older} ↔ ${others.length === 1 ? newer : t('{0} and {1} more', newer, others.length - 1)}`;
}
