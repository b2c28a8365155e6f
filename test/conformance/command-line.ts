import { parseArgs } from 'node:util';
import type { Target, Vehicle } from './target.ts';

export const usage = `Usage: npm run conformance -- [options]

Checks an implementation of the document rule by rule, and prints a table. Ends with 0 if no rule failed, 1 if one did,
2 if the options are wrong, 3 if most rules were skipped. Without addresses it checks this project's own sandbox.

  --auth-url U          Base address of the token endpoint
  --base-url U          Base address of the vehicle data endpoints
  --connect-url U       Connect: followed as an owner who allows everything; it must need no log-in that is real
  --control-url U       A sandbox's control address: POST U/clock {"advance": SECONDS} turns its clock
  --client-id I         The application (default: what --control-url says)
  --client-secret S     or VEHICLE_DATA_CLIENT_SECRET, which no list of processes shows
  --redirect-uri R      Default http://localhost:9/callback
  --code C              Instead of --connect-url: a code that was not used yet
  --refresh-token T     Instead of --connect-url: a refresh token. It is used up; the last new one is not shown
  --vehicle ID:MAKE     A vehicle to ask for, where none is listed; may be given several times
  --outside-vehicle ID  A vehicle based neither in the United States nor in Europe
  --first-granted TIME  When the owner first granted access (ISO 8601)
  --json                The result as JSON
  --help                Shows this
`;

export interface CommandLine {
  readonly help: boolean;
  readonly json: boolean;
  /** Undefined where our own sandbox is to be checked. */
  readonly target: Target | undefined;
}

const text = { type: 'string' } as const;

/** Throws an Error whose message says which option is wrong. */
export function readCommandLine(args: readonly string[], env: NodeJS.ProcessEnv = {}): CommandLine {
  const { values } = parseArgs({
    args: [...args],
    options: {
      'auth-url': text,
      'base-url': text,
      'connect-url': text,
      'control-url': text,
      'client-id': text,
      'client-secret': text,
      'redirect-uri': { ...text, default: 'http://localhost:9/callback' },
      code: text,
      'refresh-token': text,
      vehicle: { ...text, multiple: true, default: [] },
      'outside-vehicle': text,
      'first-granted': text,
      json: { type: 'boolean', default: false },
      help: { type: 'boolean', default: false },
    },
  });
  const { json, help } = values;
  const addresses = ['auth-url', 'base-url', 'connect-url', 'control-url'] as const;
  if (help || addresses.every((name) => values[name] === undefined)) return { json, help, target: undefined };
  for (const name of addresses) {
    const value = values[name];
    if (value !== undefined && !URL.canParse(value)) throw new Error(`--${name} is no address: ${value}`);
  }
  const authUrl = values['auth-url'];
  const baseUrl = values['base-url'];
  if (authUrl === undefined || baseUrl === undefined) throw new Error('--auth-url and --base-url are both needed');
  return {
    json,
    help,
    target: {
      authUrl: withoutSlash(authUrl),
      baseUrl: withoutSlash(baseUrl),
      connectUrl: values['connect-url'],
      controlUrl: values['control-url'] && withoutSlash(values['control-url']),
      clientId: values['client-id'] ?? '',
      clientSecret: values['client-secret'] ?? env.VEHICLE_DATA_CLIENT_SECRET ?? '',
      redirectUri: values['redirect-uri'],
      code: values.code,
      refreshToken: values['refresh-token'],
      vehicles: values.vehicle.map(readVehicle),
      outsideVehicle: values['outside-vehicle'],
      firstGranted: readTime(values['first-granted']),
    },
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
