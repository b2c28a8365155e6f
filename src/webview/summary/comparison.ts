import type { ChargeRecordsTarget } from '../../records/protocol/target.ts';
import type { ViewerStrings } from '../../records/protocol/viewer-strings.ts';
import type { Formats } from '../formats/formats.ts';
import type { RemedyMessage } from '../base/remedy-button.ts';
import { sourcesOf } from '../../records/protocol/target-vehicles.ts';
import { vehicleNames } from './vehicle-names.ts';
import { VehiclesView } from './vehicles-view.ts';

/** Several vehicles: their names, and the table that shows them side by side. */
export interface Comparison {
  readonly names: readonly string[];
  readonly view: VehiclesView;
}

/** @returns undefined where there is only one vehicle */
export function comparisonOf(
  target: ChargeRecordsTarget,
  strings: ViewerStrings,
  formats: Formats,
  send: (message: RemedyMessage) => void,
): Comparison | undefined {
  const sources = sourcesOf(target);
  if (sources.length === 1) return undefined;
  const names = vehicleNames(sources);
  return { names, view: new VehiclesView(strings, formats, names, send) };
}
