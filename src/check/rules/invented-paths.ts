/** Paths that people and agents assume version 3 to have, each with the one that they want. */
const invented: readonly (readonly [RegExp, string])[] = [
  [/^(?:\/v3)?\/vehicles\/?(?:\?.*)?$/, 'GET /connections'],
  [/\/commands\/?$/, 'POST /vehicles/{id}/commands/charge/start, …'],
  [/\/commands\/charge\/(?:limit|set_limit)$/, 'POST /vehicles/{id}/commands/charge/set-limit'],
  [/\/commands\/(?:lock|unlock)$/, 'POST /vehicles/{id}/commands/security/lock or /unlock'],
  [/\/commands\/(?:start|stop)_?-?charge$/i, 'POST /vehicles/{id}/commands/charge/start or /stop'],
  [/\/commands\/(?:climate|honk|trunk|frunk|battery)\b/, 'no such command in version 3'],
  [/\/vehicles\/[^/]+\/(?:lock|unlock)$/, 'POST /vehicles/{id}/commands/security/lock or /unlock'],
  [/\/vehicles\/[^/]+\/permissions$/, 'GET /connections/{connectionId}: permissions'],
  [/\/vehicles\/[^/]+\/vin$/, 'GET /vehicles/{id}/signals/vehicleidentification-vin'],
  [/\/vehicles\/[^/]+\/battery\/(?:nominal_)?capacity$/, 'GET /vehicles/{id}/signals/tractionbattery-nominalcapacity'],
  [/\/vehicles\/[^/]+\/battery$/, 'GET /vehicles/{id}/signals/tractionbattery-stateofcharge'],
  [
    /\/vehicles\/[^/]+\/(?:charge|charge\/limit|location|odometer|fuel|tires\/pressure|engine\/oil|security|climate|batch|status|info|service\/history|diagnostics\/(?:system_status|dtcs))$/,
    'GET /vehicles/{id}/signals',
  ],
  [/\/charge\/records$/, 'GET /vehicles/{id}/signals/charge-chargerecords'],
];

/** The replacement for a path that version 3 does not have; undefined if it has the path. */
export function inventedPath(path: string): string | undefined {
  return invented.find(([pattern]) => pattern.test(path))?.[1];
}
