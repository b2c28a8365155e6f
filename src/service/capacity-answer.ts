import type { BatteryCapacityBody } from './contract.ts';
import type { NominalCapacity } from './vehicles.ts';

/**
 * The case of the document that a battery capacity body is ("Battery capacity response cases"), or what contradicts
 * itself in it. The number of candidates decides nothing: the document's "one" and "several" are not limits.
 */
export function readCapacity(body: BatteryCapacityBody): NominalCapacity | { readonly contradiction: string } {
  const candidates = body.availableCapacities.map(({ capacity, description }) => ({ capacity, description }));
  const { capacity, url } = body;
  if (url !== null && !/^https?:$/.test(URL.parse(url)?.protocol ?? '')) {
    return { contradiction: 'url: is not a web address' };
  }
  if (capacity === null) return { case: 'undetermined', candidates, selectUrl: url };
  if (capacity.source === 'USER_SELECTED') {
    return { case: 'selected', nominal: capacity.nominal, candidates, selectUrl: url };
  }
  if (url !== null) return { contradiction: 'url: is a link, though capacity.source is SMARTCAR' };
  return { case: 'determined', nominal: capacity.nominal, candidates };
}
