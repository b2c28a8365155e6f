import { modelName } from '../../common/vehicle-names.ts';
import type { ChargeRecordsTarget, RecordsSource } from '../messages/target.ts';
import { sourcesOf } from '../messages/target-vehicles.ts';
import { displayText } from '../base/text.ts';

/** Names that distinguish the vehicles: with the year, or the end of the ID, only if the model alone does not. */
function vehicleNames(sources: readonly RecordsSource[]): readonly string[] {
  const forms = [
    ({ vehicle }: RecordsSource) => displayText(modelName(vehicle)),
    ({ vehicle }: RecordsSource) => displayText(`${modelName(vehicle)} ${vehicle.year}`),
    ({ vehicle }: RecordsSource) => displayText(`${modelName(vehicle)} …${vehicle.id.slice(-6)}`),
  ] as const;
  return sources.map((source, at) => {
    const tellsApart = (form: (of: RecordsSource) => string) =>
      sources.every((other, index) => index === at || form(other) !== form(source));
    return (forms.find(tellsApart) ?? forms[2])(source);
  });
}

/** Names that distinguish the sources of a target: in a comparison of versions, these. */
export function sourceNames(target: ChargeRecordsTarget): readonly string[] {
  const sources = sourcesOf(target);
  const versions = sources.flatMap(({ version }) => version ?? []);
  return target.compares && new Set(versions).size === sources.length ? versions : vehicleNames(sources);
}

/** True if both are of the same vehicles. */
export function sameVehicles(a: ChargeRecordsTarget, b: ChargeRecordsTarget): boolean {
  const ids = (target: ChargeRecordsTarget) => sourcesOf(target).map(({ vehicle }) => vehicle.id);
  return JSON.stringify(ids(a)) === JSON.stringify(ids(b));
}
