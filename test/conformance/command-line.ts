import { parseArgs } from 'node:util';
import { property } from './rule.ts';
import type { Target, Target3, Vehicle } from './implementation.ts';

export const usage = `Usage: npm run conformance -- [options]

Checks an implementation of the service rule by rule, and prints a table. Ends with 0 if no rule failed, 1 if one did,
2 if the options are wrong, 3 if most rules were skipped. Without addresses it checks this project's own sandbox.

  --api-version V       2.0 or 3. Without it: both of the sandbox, 2.0 of any other implementation
  --auth-url U          Base address of the token endpoint
  --base-url U          Base address of the vehicle data endpoints
  --connect-url U       Connect: followed as an owner who allows everything; it must need no log-in that is real
  --control-url U       A sandbox's control address: POST U/clock {"advance": SECONDS} turns its clock
  --client-id I         The application (default: what --control-url says). In version 3 the API client ID
  --client-secret S     or VEHICLE_DATA_CLIENT_SECRET, which no list of processes shows
  --redirect-uri R      Default http://localhost:9/callback
  --json                The result as JSON
  --help                Shows this

Version 2.0 only
  --code C              Instead of --connect-url: a code that was not used yet
  --refresh-token T     Instead of --connect-url: a refresh token. It is used up; the last new one is not shown
  --vehicle ID:MAKE     A vehicle to ask for, where none is listed; may be given several times
  --outside-vehicle ID  A vehicle based neither in the United States nor in Europe
  --first-granted TIME  When the owner first granted access (ISO 8601)

Version 3 only. With --connect-url, connections are made and deleted; with --webhook-id, subscriptions are.
  --application-id I    For Connect (default: what --control-url says)
  --user-id I           Instead of --connect-url: an owner who has connected vehicles
  --webhook-id I        A webhook to subscribe vehicles to, so that signals are stored (default with --control-url: the sandbox's own)
  --management-url U    Base address of the management API (default: --base-url)
`;

/** What to check: undefined stands for our own sandbox. */
export type Check =
  | { readonly version: '2.0'; readonly target: Target | undefined }
  | { readonly version: '3'; readonly target: Target3 | undefined };

export interface CommandLine {
  readonly help: boolean;
  readonly json: boolean;
  readonly checks: readonly Check[];
}

const text = { type: 'string' } as const;
const options = {
  'api-version': text,
  'auth-url': text,
  'base-url': text,
  'connect-url': text,
  'control-url': text,
  'client-id': text,
  'client-secret': text,
  'redirect-uri': { ...text, default: 'http://localhost:9/callback' },
  code: text,
  'refresh-token': text,
  vehicle: { ...text, multiple: true },
  'outside-vehicle': text,
  'first-granted': text,
  'application-id': text,
  'user-id': text,
  'webhook-id': text,
  'management-url': text,
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;
type Values = ReturnType<typeof parse>;

const addresses = ['auth-url', 'base-url', 'connect-url', 'control-url', 'management-url'] as const;
const onlyOf = {
  '2.0': ['code', 'refresh-token', 'vehicle', 'outside-vehicle', 'first-granted'],
  '3': ['application-id', 'user-id', 'webhook-id', 'management-url'],
} as const;

const parse = (args: readonly string[]) => parseArgs({ args: [...args], options }).values;

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandLine {
  const values = parse(args);
  const { json, help, 'api-version': version } = values;
  if (version !== undefined && version !== '2.0' && version !== '3') {
    throw new Error(`--api-version is 2.0 or 3, not '${version}'`);
  }
  if (help || addresses.every((name) => values[name] === undefined)) {
    const own = (['2.0', '3'] as const).filter((each) => version === undefined || version === each);
    return { json, help, checks: own.map((each) => ({ version: each, target: undefined })) };
  }
  const shared = readShared(values, env);
  rejectOptionsOf(version === '3' ? '2.0' : '3', values);
  const check: Check =
    version === '3'
      ? { version, target: { ...shared, ...readVersion3(values, shared.baseUrl) } }
      : { version: '2.0', target: { ...shared, ...readVersion2(values) } };
  return { json, help, checks: [check] };
}

function readShared(values: Values, env: NodeJS.ProcessEnv) {
  for (const name of addresses) {
    const value = values[name];
    if (value !== undefined && !URL.canParse(value)) throw new Error(`--${name} is no address: ${value}`);
  }
  const [authUrl, baseUrl] = [values['auth-url'], values['base-url']];
  if (authUrl === undefined || baseUrl === undefined) throw new Error('--auth-url and --base-url are both needed');
  return {
    authUrl: withoutSlash(authUrl),
    baseUrl: withoutSlash(baseUrl),
    connectUrl: values['connect-url'],
    controlUrl: values['control-url'] && withoutSlash(values['control-url']),
    clientId: values['client-id'] ?? '',
    clientSecret: values['client-secret'] ?? env.VEHICLE_DATA_CLIENT_SECRET ?? '',
    redirectUri: values['redirect-uri'],
  };
}

function rejectOptionsOf(version: keyof typeof onlyOf, values: Values): void {
  const foreign = onlyOf[version].find((name) => values[name] !== undefined);
  if (foreign !== undefined) throw new Error(`--${foreign} is for version ${version}: pass --api-version ${version}`);
}

function readVersion2(values: Values) {
  return {
    code: values.code,
    refreshToken: values['refresh-token'],
    vehicles: (values.vehicle ?? []).map(readVehicle),
    outsideVehicle: values['outside-vehicle'],
    firstGranted: readTime(values['first-granted']),
  };
}

function readVersion3(values: Values, baseUrl: string) {
  return {
    applicationId: values['application-id'],
    userId: values['user-id'],
    webhookId: values['webhook-id'],
    managementUrl: withoutSlash(values['management-url'] ?? baseUrl),
  };
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function readVehicle(value: string): Vehicle {
  const [id, make] = value.split(':');
  if (!id || !make) throw new Error(`--vehicle takes ID:MAKE, not '${value}'`);
  return { id, make: make.toLowerCase() };
}

function readTime(value: string | undefined): number | undefined {
  if (value === undefined) return undefined;
  const time = Date.parse(value);
  if (Number.isNaN(time)) throw new Error(`--first-granted takes a time like 2026-11-01T12:00:00Z, not '${value}'`);
  return time;
}

/** A sandbox says at its control address which application it knows. Throws an Error that names what is missing. */
export async function withCredentials(target: Target): Promise<Target> {
  if (target.clientId !== '' && target.clientSecret !== '') return target;
  const known = await said(target.controlUrl);
  return { ...target, ...chosen(target, property(known, 'clientId'), property(known, 'clientSecret')) };
}

/** The same of version 3, with the webhook that every sandbox has. Throws an Error that names what is missing. */
export async function withCredentials3(target: Target3): Promise<Target3> {
  const known = property(await said(target.controlUrl), 'v3');
  const credentials = chosen(target, property(known, 'apiClientId'), property(known, 'apiClientSecret'));
  const managementToken = property(known, 'applicationManagementToken');
  const { applicationId = property(known, 'applicationId'), webhookId = await firstWebhook(target.controlUrl) } =
    target;
  return {
    ...target,
    ...credentials,
    ...(typeof applicationId === 'string' && { applicationId }),
    ...(typeof webhookId === 'string' && { webhookId }),
    ...(typeof managementToken === 'string' && { managementToken }),
  };
}

async function firstWebhook(controlUrl: string | undefined): Promise<unknown> {
  const list = property(controlUrl === undefined ? {} : await said(`${controlUrl}/webhooks`), 'webhooks');
  return property(Array.isArray(list) ? list[0] : {}, 'id');
}

async function said(controlUrl: string | undefined): Promise<unknown> {
  return controlUrl === undefined ? {} : (await fetch(controlUrl)).json();
}

function chosen(given: Pick<Target, 'clientId' | 'clientSecret'>, knownId: unknown, knownSecret: unknown) {
  const [clientId, clientSecret] = [given.clientId || knownId, given.clientSecret || knownSecret];
  if (typeof clientId === 'string' && typeof clientSecret === 'string') return { clientId, clientSecret };
  throw new Error('--client-id and --client-secret are needed where no --control-url says them');
}
