import { dayMs } from '../../common/date-range.ts';
import { charges } from '../world/charge-generator.ts';
import type { Charge } from '../world/stored-state.ts';
import type { SandboxVehicle, World } from '../world/world.ts';

/** How far ahead the charges of a vehicle are looked at. */
const horizonMs = 3 * dayMs;

/** The next moment after `after` at which a charge begins or ends, or at which to look again if there is none soon. */
export function nextChargeMoment(
  world: World,
  vehicle: SandboxVehicle,
  added: readonly Charge[],
  after: number,
): number {
  const until = after + horizonMs;
  let next = until;
  const consider = (moment: number) => {
    if (moment > after && moment < next) next = moment;
  };
  for (const { start, end } of added) [start, end].forEach(consider);
  if (vehicle.literalRecords) return next;
  const window = { from: after - 2 * dayMs, to: until, endedBy: Infinity };
  // The charges of a bulk world appear when their day is over.
  if (world.recordsPerVehicle !== undefined) return Math.min(next, (Math.floor(after / dayMs) + 1) * dayMs);
  for (const { start, end } of charges(world, vehicle, window)) [start, end].forEach(consider);
  return next;
}
