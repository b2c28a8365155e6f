import type { WireFormat } from '../model/record-reading.ts';

const inBody = ['attributes', 'body', 'values'] as const;

/** Charge records in the body of their signal (public): every field may be missing, levels are in percent. */
export const chargeForm: WireFormat = {
  lists: [inBody, ['data', ...inBody]],
  names: {
    chargeStart: 'startTime',
    chargeEnd: 'endTime',
    location: 'location',
    energy: 'energyAdded',
    isPublic: 'isPublicCharger',
    startPercentRemaining: 'startStateOfCharge',
    endPercentRemaining: 'endStateOfCharge',
    chargingType: 'connectorType',
  },
  // Reported.
  otherChargingType: 'chargingType',
  full: 100,
  place: ['name', 'address'],
  isOptional: true,
  extra: {
    ...{ id: 'id', cost: 'cost', amounts: ['energyAmount', 'otherAmount'], currency: 'currency' },
    ...{ latitude: 'latitude', longitude: 'longitude' },
  },
};
