import type { WireFormat } from '../model/record-reading.ts';

/** `{"records":[…]}`, with records in the shape of the model. */
export const modelForm: WireFormat = {
  lists: [['records']],
  names: {
    chargeStart: 'chargeStart',
    chargeEnd: 'chargeEnd',
    location: 'location',
    energy: 'energy',
    isPublic: 'isPublic',
    startPercentRemaining: 'startPercentRemaining',
    endPercentRemaining: 'endPercentRemaining',
    chargingType: 'chargingType',
  },
  full: 1,
  isOptional: false,
};

const known = new WeakMap<WireFormat, ReadonlySet<string>>();

/** Names of the fields that the contract knows. Cached per form, because an export needs them for every record. */
export function knownNames(form: WireFormat): ReadonlySet<string> {
  const before = known.get(form);
  if (before) return before;
  const { names, otherChargingType, extra: further } = form;
  const others = [otherChargingType, further?.id, further?.cost].filter((name) => name !== undefined);
  const made = new Set([...Object.values(names), ...others]);
  known.set(form, made);
  return made;
}
