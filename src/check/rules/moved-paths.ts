import { fieldMappings } from '../../service/field-mapping/field-mappings.ts';

export interface MovedPath {
  readonly kind: 'v2-path' | 'make-path';
  /** The path in version 3, or what replaces it. */
  readonly instead: string;
  /** The path of version 3 with the same placeholders, if nothing else has to change in it. */
  readonly fix?: string | undefined;
}

/** A value in a path, in any notation: `${id}`, `{id}`, `:id`, `%s`, `$id`, `#{id}`, `\(id)`, or an ID. */
const value = String.raw`(?:\$?\{\{?[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}\}|\\\([^()\n]{0,100}\)|:\w+|%[sdv]|\$\w+(?:\[\w{1,20}\])?|[\w-]+)`;
const vehicle = new RegExp(`^/?vehicles/(${value})(?:/(.*))?$`);
const makes =
  'acura|alfaromeo|audi|bmw|buick|cadillac|chevrolet|chrysler|dodge|fiat|ford|gmc|honda|hyundai|infiniti|jaguar|jeep|kia|landrover|lexus|lincoln|mazda|mercedes|mercedesbenz|mini|nissan|peugeot|polestar|porsche|ram|renault|rivian|tesla|toyota|volkswagen|volvo';
export const makeSegment = String.raw`(?:${makes}|\$?\{\{?[^}\n]{0,100}make[^}\n]{0,100}\}\}?|#\{[^}\n]{0,100}make[^}\n]{0,100}\}|:make|\$make)`;
const ofMake = new RegExp(`^${makeSegment}/`, 'i');
const recordsOfMake = new RegExp(`^${value}/charge/records$`);

/** Maps each read path of version 2.0, relative to a vehicle, to its signal. */
const signals = new Map<string, string>();
/** Maps each such path that is posted to, to the path of its command. */
const commands = new Map<string, string>();
for (const { v2, v3 } of fieldMappings) {
  const [, posted] = /^POST \/vehicles\/\{id\}\/(.+)$/.exec(v2?.path ?? '') ?? [];
  if (v3 && posted !== undefined) commands.set(posted, v3.path.replace(/^POST /, ''));
  const below = v2 && /^\/vehicles\/\{id\}\/(?!\{make\})(.+)$/.exec(v2.path)?.[1];
  // A path with several values has several signals; the first names the group.
  if (below !== undefined && v3?.signal !== undefined && !signals.has(below)) signals.set(below, v3.signal);
}
/** Paths that correspond to exactly one signal whose fields keep their names or are reported as well. */
const alone = new Set(['battery/nominal_capacity']);

const groups: Readonly<Record<string, string>> = {
  odometer: 'odometer-…',
  location: 'location-…',
  fuel: 'internalcombustionengine-…',
  'engine/oil': 'internalcombustionengine-…',
  'tires/pressure': 'wheel-…',
  security: 'closure-…',
  'battery/capacity': 'tractionbattery-nominalcapacity',
  'service/history': 'service-…',
  'diagnostics/system_status': 'diagnostics-…',
  'diagnostics/dtcs': 'diagnostics-…',
};

const elsewhere: Readonly<Record<string, string>> = {
  permissions: newPlace('vehicles.permissions'),
  application: newPlace('vehicles.disconnect'),
  batch: '/vehicles/{id}/signals',
  info: '/vehicles/{id}',
};

const records = 'charge-chargerecords';

/** Path and field of a move, as findings show them. */
export function newPlace(id: string): string {
  const { path = '', field } = fieldMappings.find((move) => move.id === id)?.v3 ?? {};
  return field === undefined ? path : `${path}: ${field}`;
}

/** The replacement for a path without its version; undefined if version 2.0 does not have the path, or it stays. */
export function movedPath(path: string): MovedPath | undefined {
  const [plain = ''] = path.split('?');
  if (/^\/vehicles\/?$/.test(plain)) return { kind: 'v2-path', instead: newPlace('vehicles.list') };
  if (/^\/user\/?$/.test(plain)) return { kind: 'v2-path', instead: newPlace('vehicles.user') };
  if (/^\/compatibility\b/.test(plain)) return { kind: 'v2-path', instead: 'compatibility.api.smartcar.com' };
  const [, id, below] = vehicle.exec(plain) ?? [];
  if (id === undefined || below === undefined) return undefined;
  const sub = below.replace(/\/$/, '');
  const signalPath = (code: string) => `/vehicles/${id}/signals/${code}`;
  if (ofMake.test(sub) || recordsOfMake.test(sub)) {
    const isRecords = sub.endsWith('/charge/records');
    if (!isRecords) return { kind: 'make-path', instead: '/vehicles/{id}/signals' };
    return {
      kind: 'make-path',
      instead: `/vehicles/{id}/signals/${records}`,
      // Dates are no longer parameters, so a person has to look at a query.
      fix: plain === path ? signalPath(records) : undefined,
    };
  }
  const code = signals.get(sub) ?? groups[sub];
  if (code !== undefined) {
    const fix = alone.has(sub) && plain === path ? signalPath(code) : undefined;
    const command = commands.get(sub);
    const posted = command === undefined ? '' : ` (POST: ${command})`;
    return { kind: 'v2-path', instead: `/vehicles/{id}/signals/${code}${posted}`, fix };
  }
  const other = elsewhere[sub];
  return other === undefined ? undefined : { kind: 'v2-path', instead: other };
}
