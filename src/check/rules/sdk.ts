import type { Language } from '../source/languages.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { meaningOf, type Names, namesOf } from './known-names.ts';
import { movedPath, newPlace } from './path-context.ts';

/** How a file of each language imports the SDK. */
const imports: Partial<Readonly<Record<Language, RegExp>>> = {
  javascript: /require\(\s*['"]smartcar['"]\s*\)|\bfrom\s+['"]smartcar['"]/,
  python: /^[ \t]*(?:import\s+smartcar\b|from\s+smartcar\b)/m,
  java: /\bcom\.smartcar\.sdk\b/,
  kotlin: /\bcom\.smartcar\.sdk\b/,
  go: /github\.com\/smartcar\/go-sdk/,
  ruby: /require\s*\(?['"]smartcar['"]|\bSmartcar::/,
};

/** A name that a file gives the SDK. */
const renamed =
  /\bimport\s{1,3}(?:\*\s{0,3}as\s{1,3})?(\w{1,60})\s{1,3}from\s{0,3}['"]smartcar['"]|\b(\w{1,60})\s{0,3}=\s{0,3}require\(\s{0,3}['"]smartcar['"]|\bimport\s{1,3}smartcar\s{1,3}as\s{1,3}(\w{1,60})/g;
/** Functions of the SDK itself, in the spelling of any language. */
const exchanges = /(?:\.|->)\s*(exchangeCode|exchange_code|ExchangeCode)\b(?=\s*\(|\s+\w|[^\w(])/g;
const refreshes =
  /(?:\.|->)\s*(exchangeRefreshToken|exchange_refresh_token|ExchangeRefreshToken|exchangeToken|refreshToken(?=\())/g;
const functions =
  /\b(\w{1,60})\s*(?:\.|::)\s*(getVehicleIds|getVehicles|get_vehicles|get_vehicle_ids|GetVehicleIDs|getVehicle|get_vehicle|getUserId|getUser|get_user_id|get_user|isCompatible|is_compatible|getCompatibility|get_compatibility|getConnections|get_connections|deleteConnections|delete_connections|setApiVersion|set_api_version)\b/g;
const constructors =
  /\bnew\s+SmartcarVehicleOptions\b|(?:\bnew\s+)?\b(\w{1,60})\.Vehicle\s*\(|\bSmartcar::Vehicle\.new\b|\.NewVehicle\s*\(/g;
/** Files in which `Vehicle` alone refers to the SDK: in Java and Kotlin, or if it was imported by name. */
const namedVehicle =
  /\b(?:const|let|var)\s*\{[^}]{0,300}\bVehicle\b[^}]{0,300}\}\s*=\s*require\(\s*['"]smartcar|\bimport\s*\{[^}]{0,300}\bVehicle\b[^}]{0,300}\}\s*from\s*['"]smartcar|from\s+smartcar\s+import\s+[^\n]{0,300}\bVehicle\b|\bcom\.smartcar\.sdk\b/;
const ownConstructor = /(?<!class\s+|[\w.])(?:new\s+)?Vehicle\s*\((?!\s*\))/g;

const signalCalls = 'getSignals|getSignal|get_signals|get_signal';
const readings =
  'attributes|info|vin|odometer|location|battery|batteryCapacity|battery_capacity|nominalCapacity|nominal_capacity|charge|fuel|fuelTank|engineOil|engine_oil|oil|tirePressure|tire_pressure|lockStatus|lock_status|security|permissions|batch|request|getChargeLimit|get_charge_limit|chargeCompletion|diagnosticSystemStatus|diagnosticTroubleCodes|serviceHistory|service_history';
const commands =
  'lock|unlock|startCharge|start_charge|stopCharge|stop_charge|setChargeLimit|set_charge_limit|disconnect|subscribe|unsubscribe|sendDestination|send_destination|hasPermissions';
const goMethods =
  'GetInfo|GetVIN|GetOdometer|GetLocation|GetBattery|GetBatteryCapacity|GetCharge|GetFuel|GetOil|GetTiresPressure|GetPermissions|Batch|Lock|Unlock|StartCharge|StopCharge|Disconnect';
const anyMethod = `${signalCalls}|${readings}|${commands}|${goMethods}`;

/** The paths of the SDK's read methods. */
const paths: Readonly<Record<string, string>> = {
  vin: 'vin',
  odometer: 'odometer',
  location: 'location',
  battery: 'battery',
  batterycapacity: 'battery/nominal_capacity',
  nominalcapacity: 'battery/nominal_capacity',
  fuel: 'fuel',
  fueltank: 'fuel',
  engineoil: 'engine/oil',
  oil: 'engine/oil',
  tirepressure: 'tires/pressure',
  tirespressure: 'tires/pressure',
  lockstatus: 'security',
  security: 'security',
  diagnosticsystemstatus: 'diagnostics/system_status',
  diagnostictroublecodes: 'diagnostics/dtcs',
  servicehistory: 'service/history',
  permissions: 'permissions',
  disconnect: 'application',
  batch: 'batch',
  info: 'info',
};
/** The replacements for calls, including those that have no path or whose path is both read and posted to. */
const instead: Readonly<Record<string, string | undefined>> = {
  ...Object.fromEntries(
    Object.entries(paths).map(([name, path]) => [name, movedPath(`/vehicles/{id}/${path}`)?.instead]),
  ),
  charge: '/vehicles/{id}/signals/charge-detailedchargingstatus',
  getchargelimit: '/vehicles/{id}/signals/charge-chargelimits',
  attributes: '/vehicles/{id}',
  lock: 'POST /vehicles/{id}/commands/security/lock',
  unlock: 'POST /vehicles/{id}/commands/security/unlock',
  startcharge: 'POST /vehicles/{id}/commands/charge/start',
  stopcharge: 'POST /vehicles/{id}/commands/charge/stop',
  setchargelimit: 'POST /vehicles/{id}/commands/charge/set-limit',
  getvehicles: '/connections',
  getvehicleids: '/connections',
  getuser: newPlace('vehicles.user'),
  getuserid: newPlace('vehicles.user'),
};

/** Finds calls of the official SDKs that have no counterpart in version 3. */
export function sdkCalls(file: SourceFile, context: ProjectContext): Finding[] {
  const taken = imports[file.language];
  const found: Finding[] = batchAnswers(file, context);
  const isImported = [...(context.imported?.values() ?? [])].some((meaning) => ofSdk.has(meaning));
  const isOwn = file.language === 'python' && context.hasOwnSdk === true;
  const isTaken = taken !== undefined && !isOwn && file.has(taken);
  if (!isImported && !isTaken) return found;
  const names = namesOf(file, context.imported);
  const add = (kind: Finding['kind'], { index, 0: whole }: { index: number; 0: string }, name = '') => {
    const start = index + whole.length - whole.trimStart().length;
    const key = name.replaceAll('_', '').replace(/^Get/, '').toLowerCase();
    found.push({ kind, start, end: index + whole.trimEnd().length, instead: instead[key] });
  };
  for (const match of file.matches(exchanges, 'code')) add('code-exchange', match);
  for (const match of file.matches(refreshes, 'code')) add('refresh-token', match);
  // If the client comes from another module, only its methods are called here.
  if (isTaken) {
    const sdk = new Set(['smartcar', 'Smartcar', 'smartcarClient', 'AuthClient']);
    for (const [, one, two, three] of file.matches(renamed)) sdk.add(one ?? two ?? three ?? '');
    for (const match of file.matches(functions, 'code')) if (sdk.has(match[1] ?? '')) add('sdk-call', match, match[2]);
    for (const match of file.matches(constructors, 'code'))
      if (match[1] === undefined || sdk.has(match[1])) add('sdk-call', match);
  }
  if (file.has(namedVehicle)) for (const match of file.matches(ownConstructor, 'code')) add('sdk-call', match);
  if (file.has(namedList, 'code'))
    for (const match of file.matches(listCalls, 'code')) add('sdk-call', match, match[0].replace(/\s*\($/, ''));
  const end = file.language === 'ruby' ? /^(?!\s*=[^=~])/ : /^\s*\(/;
  for (const { index, 0: name } of file.matches(methods, 'code')) {
    const before = file.text.slice(Math.max(0, index - 250), index);
    const after = file.text.slice(index + name.length, index + name.length + 20);
    if (end.test(after) && isVehicle(before, names)) add('sdk-call', { index, 0: name }, name);
  }
  return found;
}

const ofSdk: ReadonlySet<string> = new Set(['sdk', 'vehicle', 'vehicles', 'makes-vehicle']);
const methods = new RegExp(String.raw`(?<=\.\s{0,80})\b(?:${anyMethod})\b`, 'g');
/** Files in which the SDK's functions are called by their own names. */
const namedList =
  /\brequire\(\s{0,3}['"]smartcar['"]\s{0,3}\)|\bfrom\s{1,3}['"]smartcar['"]|^[ \t]{0,20}from[ \t]{1,5}smartcar[ \t]{1,5}import\b/m;
const listCalls =
  /(?<![\w$.])(?<!function |def )(?:getVehicles|getVehicleIds|getUser|getUserId|get_vehicles|get_user)(?=\s{0,3}\()/g;

/** Whether the object of a method call is a vehicle: by its name, its type, or its assignment. */
function isVehicle(before: string, names: Names): boolean {
  const [, list] = /(?<![\w$.])([\w$]+)(?:\[[^[\]\n]{1,30}\]|\.first|\.at\(0\))[?!]?\.\s*$/.exec(before) ?? [];
  if (list !== undefined && names.get(list) === 'vehicles') return true;
  const [, name] = /(?<![\w$])((?:[\w$]+\.)*[\w$]+)[?!]?\.\s*$/.exec(before) ?? [];
  if (name !== undefined) {
    const plain = name.replace(/^(?:this|self)\./, '').replace(/^\$/, '');
    const meaning =
      names.get(plain) ?? (/^\w+(?:\.\w+)?$/.test(plain) && plain !== name ? meaningOf(names, plain) : undefined);
    return meaning === 'vehicle' || (plain === 'vehicle' && meaning === undefined);
  }
  // The object is the result of a function: `getVehicle(token, id).location()`.
  const [, called] =
    /(?<![\w$])(?:\w+\.)?([\w$]+)\((?:[^()\n]|\([^()\n]{0,100}\)){0,200}\)\??\.\s*$/.exec(before) ?? [];
  return called !== undefined && (/^(?:get_?)?[vV]ehicle$/.test(called) || names.get(called) === 'makes-vehicle');
}

/** Finds calls that read the result of a batch request; they are often far from the SDK itself. */
function batchAnswers(file: SourceFile, { projectUsesService }: ProjectContext): Finding[] {
  if (!projectUsesService) return [];
  // Anything may have a batch of its own: a vehicle's is by its name, or of paths.
  const kept =
    /(?<!\w)(\w{1,60})\s{0,3}(?::\s{0,3}\w{1,40}\s{0,3})?:?=\s{0,3}(?:await\s{1,3})?(?:\w{0,40}(?:[vV]ehicle|[cC]ar)\w{0,10}\.batch\(|\w{1,60}\.batch\(\s{0,20}(?:paths\s{0,3}=\s{0,3})?\[\s{0,20}['"`]\/)/g;
  const names = new Set(['batchResponse', ...[...file.matches(kept, 'code')].map(([, name = '']) => name)]);
  return [...file.matches(/(?<!\w)(\w{1,60})\.(\w{1,60})(?=\()/g, 'code')].flatMap(
    ({ index, 1: answer = '', 2: name = '' }) => {
      const start = index + answer.length + 1;
      if (!names.has(answer)) return [];
      return [{ kind: 'sdk-call' as const, start, end: start + name.length, instead: instead[name.toLowerCase()] }];
    },
  );
}
