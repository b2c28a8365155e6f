import type { Language } from '../source/languages.ts';
import type { SourceFile } from '../source/source-file.ts';
import type { Finding, ProjectContext } from './finding.ts';
import { newPlace } from './moved-paths.ts';

/** How a file of each language takes the SDK in. */
const imports: Partial<Readonly<Record<Language, RegExp>>> = {
  javascript: /require\(\s*['"]smartcar['"]\s*\)|\bfrom\s+['"]smartcar['"]/,
  python: /^[ \t]*(?:import\s+smartcar\b|from\s+smartcar\b)/m,
  java: /\bcom\.smartcar\.sdk\b/,
  kotlin: /\bcom\.smartcar\.sdk\b/,
  go: /github\.com\/smartcar\/go-sdk/,
  ruby: /require\s*\(?['"]smartcar['"]|\bSmartcar::/,
};

/** Functions of the SDK itself, in the spelling of any language. */
const exchanges = /(?:\.|->)\s*(exchangeCode|exchange_code|ExchangeCode)\b(?=\s*\(|\s+\w|[^\w(])/g;
const refreshes =
  /(?:\.|->)\s*(exchangeRefreshToken|exchange_refresh_token|ExchangeRefreshToken|exchangeToken|refreshToken(?=\())/g;
const functions =
  /\b(?:smartcar|Smartcar|smartcarClient|AuthClient)\s*(?:\.|::)\s*(getVehicleIds|getVehicles|get_vehicles|get_vehicle_ids|GetVehicleIDs|getVehicle|get_vehicle|getUserId|getUser|get_user_id|get_user|isCompatible|is_compatible|getCompatibility|get_compatibility|getConnections|get_connections|deleteConnections|delete_connections|setApiVersion|set_api_version)\b/g;
const constructors =
  /\bnew\s+SmartcarVehicleOptions\b|\bnew\s+smartcar\.Vehicle\s*\(|\b[sS]martcar\.Vehicle\s*\(|\bSmartcar::Vehicle\.new\b|\.NewVehicle\s*\(/g;
/** Where `Vehicle` alone is the SDK's: Java, Kotlin, and what took it by its name. */
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

/** Where the signal behind a reading is known. */
const instead: Readonly<Record<string, string>> = {
  vin: '/vehicles/{id}/signals/vehicleidentification-vin',
  battery: '/vehicles/{id}/signals/tractionbattery-stateofcharge',
  batterycapacity: '/vehicles/{id}/signals/tractionbattery-nominalcapacity',
  nominalcapacity: '/vehicles/{id}/signals/tractionbattery-nominalcapacity',
  charge: '/vehicles/{id}/signals/charge-detailedchargingstatus',
  getchargelimit: '/vehicles/{id}/signals/charge-chargelimits',
  attributes: '/vehicles/{id}',
  info: '/vehicles/{id}',
  permissions: newPlace('vehicles.permissions'),
  disconnect: newPlace('vehicles.disconnect'),
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

/** Calls of the official SDKs that version 3 has nothing for. */
export function sdkCalls(file: SourceFile, context: ProjectContext): Finding[] {
  const taken = imports[file.language];
  const found: Finding[] = batchAnswers(file, context);
  if (!taken || !file.has(taken)) return found;
  const add = (kind: Finding['kind'], { index, 0: whole }: { index: number; 0: string }, name = '') => {
    const start = index + whole.length - whole.trimStart().length;
    const key = name.replaceAll('_', '').replace(/^Get/, '').toLowerCase();
    found.push({ kind, start, end: index + whole.trimEnd().length, instead: instead[key] });
  };
  for (const match of file.matches(exchanges, 'code')) add('code-exchange', match);
  for (const match of file.matches(refreshes, 'code')) add('refresh-token', match);
  for (const match of file.matches(functions, 'code')) add('sdk-call', match, match[1]);
  for (const match of file.matches(constructors, 'code')) add('sdk-call', match);
  if (file.has(namedVehicle)) for (const match of file.matches(ownConstructor, 'code')) add('sdk-call', match);
  for (const match of file.matches(calls(file))) {
    const [whole, name = ''] = match;
    const start = match.index + whole.lastIndexOf(name);
    if (file.isCode(start)) add('sdk-call', { index: start, 0: name }, name);
  }
  return found;
}

/** What the SDKs answer to a batch is read by calls too; they often stand far from the SDK itself. */
function batchAnswers(file: SourceFile, { projectUsesService }: ProjectContext): Finding[] {
  if (!projectUsesService) return [];
  const kept = [...file.matches(/\b(\w+)\s*:?=\s*(?:await\s+)?\w+\.batch\(/g, 'code')].map(([, name = '']) => name);
  const names = ['batchResponse', ...new Set(kept)].join('|');
  const answers = new RegExp(String.raw`(?<=\b(?:${names})\.)\w+(?=\()`, 'g');
  return [...file.matches(answers, 'code')].map(({ index, 0: name }) => ({
    kind: 'sdk-call',
    start: index,
    end: index + name.length,
    instead: instead[name.toLowerCase()],
  }));
}

/** Calls on what is a vehicle: by its name, or because the file made it one. */
function calls(file: SourceFile): RegExp {
  const made = [
    ...file.matches(
      /\b(\w+)\s*(?::?=)\s*(?:await\s+)?(?:new\s+)?(?:\w+(?:\.|::))?(?:New)?(?:create\w*)?Vehicle(?:\.new)?\s*\(/g,
    ),
  ].map(([, name = '']) => name);
  const names = ['vehicle', ...new Set(made.filter((name) => name !== 'vehicle'))].map((name) =>
    name.replace(/\$/g, '\\$'),
  );
  const receiver = String.raw`(?<![\w.])(?:(?:this|self)\.|@|\$)?(?:${names.join('|')})|\b(?:get_?)?[vV]ehicle\([^()\n]{0,200}(?:\([^()\n]{0,100}\)[^()\n]{0,200}){0,5}\)`;
  const end = file.language === 'ruby' ? String.raw`\b(?!\s*=[^=~])` : String.raw`\s*\(`;
  return new RegExp(String.raw`(?:${receiver})\s*\??\.\s*(${anyMethod})${end}`, 'g');
}
