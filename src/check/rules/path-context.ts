import { publicHosts as hosts } from '../../service/model/environment.ts';
import type { SourceFile } from '../source/source-file.ts';
import { type Base, baseOfAddress, baseOfClient, isBase, meaningOf, type Names } from './known-names.ts';
import { fieldMappings } from '../../service/field-mapping/field-mappings.ts';

/** A call that adds a route to a server, with the server's name: `app.get('/vehicles/:id/battery'`. */
const routeCall =
  /([\w$]+)\s*(?:\.|::|->)\s*(?:get|post|put|delete|patch|all|use|route|GET|POST|HandleFunc|Handle)\s*\(\s*['"`]?$/;
const routeMark =
  /^\s{0,40}(?:get|post|put|patch|delete)\s{1,3}['"]$|@(?:\w+)\.(?:route|get|post|put|delete|patch)\(\s*['"]?$|@(?:Get|Post|Request|Delete|Put)(?:Mapping)?\(.*$/;
/** A test of the application's own server: `request(app).get('`, `app.inject(`, `mockMvc.perform(get(`. */
const ownTest =
  /\b(?:request|supertest)\(\s*[\w.]+(?:\(\))?\s*\)\s*\.\w+\(\s*['"`]?$|\b(?:inject|perform)\(.*$|\b(?:test_?client|TestClient)\w*\.\w+\(\s*f?['"`]?$/;
/** Common names of servers, for when the assignment of a name is unknown. */
const usualServer = /^(?:\w*Router|app|router|server|route|fastify|api|r|mux|Route)$/;
/** A page of the application itself: `navigate('/vehicles'`, `href="/vehicles"`. */
const ownPage =
  /\b(?:redirect|navigate|push|replace|href|to|path|pathname|startsWith|endsWith|includes)\b[\s(={:"'`]{0,8}$/;

/**
 * Whether a path is a route of the application's own server: decided by what was assigned to the name, and by a handler
 * next to the path.
 */
export function isOwnRoute(file: SourceFile, start: number, end: number, names: Names): boolean {
  const before = file.text.slice(Math.max(0, start - 300), start);
  const line = before.slice(before.lastIndexOf('\n') + 1);
  // In Ruby, `@api` is a variable.
  if ((routeMark.test(line) && !(file.language === 'ruby' && line.includes('@'))) || ownTest.test(line)) return true;
  const [, name] = routeCall.exec(line) ?? [];
  if (name === undefined) return false;
  const meaning = meaningOf(names, name);
  if (meaning === 'server') return true;
  if (meaning !== undefined || !usualServer.test(name)) return false;
  // A route needs a handler.
  return !/^['"`]?\s*\)(?!\s*\.(?:get|post|put|delete|patch|all)\b)/.test(file.text.slice(end, end + 60));
}

const nameInFront = String.raw`((?:[\w$]+\.)*[\w$]+)`;
const inHole = new RegExp(String.raw`(?:\$\{|#\{|\{|\\\(|\$)(?:this\.|self\.|@)?${nameInFront}(?:\.\w+\(\))?[)}]?\/?$`);
const beforeSign = new RegExp(String.raw`${nameInFront}\s{0,5}(?:\+|\.\.?|&|<>)\s{0,5}[fF$@]{0,2}['"\`]\/?$`);
const firstArgument = new RegExp(
  String.raw`\(\s{0,5}${nameInFront}(?:\s*\+\s*['"]\/['"])?\s{0,3},\s{0,5}[fF$@]{0,2}['"\`]\/?$`,
);
const receiver = new RegExp(
  String.raw`${nameInFront}(?:\??(?:\.|->)\s{0,3}\w+)?(?:<[^<>()\n]{0,80}>)?\(\s{0,20}[fF$@]{0,2}['"\`]\/?$`,
);
const lastArgument = new RegExp(
  String.raw`^[^\n;]{0,80}?['"\`\w)]\s{0,3},\s{0,3}(?:${nameInFront}|['"\`](https?:[^\s'"\`]{1,80})['"\`])\s{0,3},?\s{0,3}\)`,
);
const inFormat = new RegExp(String.raw`(?:\{\}|%[sv]|\{0\})\/?$`);
const formatted = new RegExp(String.raw`^[^'"\`\n]{0,120}['"\`]\s{0,3}(?:,|\.format\(|%\s*\(?)\s{0,3}${nameInFront}`);

/** Where a path leads, judging by what precedes it: a constant, a placeholder, or the client that it is passed to. */
export function baseOf(file: SourceFile, start: number, end: number, names: Names): Base | undefined {
  const before = file.text.slice(Math.max(0, start - 120), start);
  const name = (inHole.exec(before) ?? beforeSign.exec(before) ?? firstArgument.exec(before))?.[1];
  const direct = name === undefined ? undefined : meaningOf(names, name);
  if (isBase(direct)) return direct;
  const after = file.text.slice(end, end + 200);
  if (inFormat.test(before)) {
    const first = meaningOf(names, formatted.exec(after)?.[1] ?? '');
    if (isBase(first)) return first;
  }
  if (/\b(?:URL|url|urljoin|resolve)\(\s{0,5}[fF]?['"`]\/?(?:v3\/)?$/.test(before)) {
    const [, base = '', written] = lastArgument.exec(after) ?? [];
    if (written !== undefined) return baseOfAddress(written);
    const named = meaningOf(names, base);
    if (isBase(named)) return named;
  }
  return baseOfClient(
    meaningOf(names, receiver.exec(before)?.[1]?.replace(/\.\w+$/, '') ?? '') ??
      meaningOf(names, receiver.exec(before)?.[1] ?? ''),
  );
}

/** Whether something is appended to a literal that ends here: `'/vehicles/' + id`. */
export function isContinued(file: SourceFile, end: number): boolean {
  return /^\/?['"`]\s{0,5}(?:\+|\.{1,2}(?=\s|\$|\w+\s*\.)|&(?!&)|<>)/.test(file.text.slice(end, end + 40));
}

export function isOwnPage(file: SourceFile, start: number): boolean {
  return ownPage.test(file.text.slice(Math.max(0, start - 40), start));
}

/**
 * Whether it is below a path of the application's own, `/api/smartcar/vehicles/…`. In paths of the service, only a
 * version precedes it.
 */
export function isBelowOwnPath(file: SourceFile, start: number): boolean {
  return /(?<!\/)\/(?!v\d)[A-Za-z][\w-]*\/$/.test(file.text.slice(Math.max(0, start - 80), start));
}

export function isPartOfAddress(file: SourceFile, start: number): boolean {
  return /smartcar\.com(?:\/[^\s'"`]*)?$/.test(file.text.slice(Math.max(0, start - 120), start));
}

/** A route or the path of a request to it, without the notation of its ID. */
export const routeKey = (path: string) => path.replace(/^\/?vehicles\/[^/]+/, '/vehicles/{}').replace(/\/$/, '');

/** The versions that occur in a file's own URLs, and whether version 3 is the only one. */
export function versionsOf(file: SourceFile) {
  const isVersion3 = file.has(/vehicle\.api\.smartcar\.com|\/v3\b/);
  const isVersion2 = file.has(/(?<![.\w])api\.smartcar\.com|\/v2\.0/);
  return { isVersion2, isVersion3, isNew: isVersion3 && !isVersion2 };
}

/** Whether a URL is assigned to a name to which more is appended elsewhere: `${API}/${id}`, `API + '/' + id`. */
export function isContinuedElsewhere(file: SourceFile, start: number): boolean {
  const [, name] =
    /\b(\w{1,60})\s{0,20}(?::\s{0,5}\w{1,40}\s{0,5})?(?:=|:=|:)\s{0,20}['"`]$/.exec(
      file.text.slice(Math.max(0, start - 120), start),
    ) ?? [];
  return name !== undefined && continuedNames(file).has(name);
}

const continuing = new WeakMap<SourceFile, ReadonlySet<string>>();

/** Cached for each file, because it may have a URL on every line. */
function continuedNames(file: SourceFile): ReadonlySet<string> {
  const before = continuing.get(file);
  if (before) return before;
  const joined =
    /\{(\w{1,60})\}\/|(?<!\w)(\w{1,60})\s{0,5}(?:\+|&|\.\.?)\s{0,5}[fF$@]{0,2}['"`]\/|\b(?:[jJ]oin|JoinPath)\(\s{0,5}(\w{1,60}),/g;
  const found = [...file.text.matchAll(joined)].map(([, hole, sum, argument]) => hole ?? sum ?? argument ?? '');
  const names = new Set(found);
  continuing.set(file, names);
  return names;
}

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

interface MovedPath {
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
  'navigation/destination': '/vehicles/{id}/commands/navigation/set-destination',
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
  const other = sub.startsWith('webhooks/') ? `https://${hosts.v3.management}/v3/subscriptions` : elsewhere[sub];
  return other === undefined ? undefined : { kind: 'v2-path', instead: other };
}
