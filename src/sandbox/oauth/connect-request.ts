import { permissions } from '../../service/model/permissions.ts';
import type { Application } from '../world/application.ts';
import { invalidParameter } from '../web/page-failure.ts';
import { encodedParameter, isAllowedRedirectUri, isRegisteredRedirectUri } from './redirect-uri.ts';

export interface RequestedPermission {
  readonly name: string;
  /** `required:` in the scope: the owner can't leave it out (public). */
  readonly required: boolean;
}

/** A checked Connect URL (public; the document leaves its parameters out). */
export interface ConnectRequest {
  readonly clientId: string;
  readonly redirectUri: string;
  readonly permissions: readonly RequestedPermission[];
  /** As it came, byte for byte; undefined where there is none. */
  readonly encodedState: string | undefined;
  readonly mode: 'live' | 'test' | 'simulated';
  readonly approvalPrompt: 'auto' | 'force';
  /** Skips the choice of a brand; in upper case. Undefined where a VIN is asked for, which takes precedence. */
  readonly make: string | undefined;
  /** The owner may choose one vehicle only. */
  readonly singleSelect: boolean;
  readonly singleSelectVin: string | undefined;
  /** Shown to the owner of the sandbox; nothing in it depends on them. */
  readonly flags: string | undefined;
  readonly user: string | undefined;
}

const modes = ['live', 'test', 'simulated'] as const;
const approvalPrompts = ['auto', 'force'] as const;
const booleans = ['false', 'true'] as const;

/**
 * Reads the query of a Connect URL as it stands in the request. Throws PageFailure: what is wrong with it is shown,
 * never sent to a redirect URI that may be foreign.
 */
export function readConnectRequest(search: string, application: Application): ConnectRequest {
  const parameters = new URLSearchParams(search);
  const parameter = (name: string) => parameters.get(name) ?? '';
  const { clientId } = application;
  if (parameter('client_id') !== clientId) {
    throw invalidParameter(
      'client_id',
      parameter('client_id'),
      'Use the client ID that the sandbox prints when it starts.',
    );
  }
  const redirectUri = readRedirectUri(parameters.get('redirect_uri'), application);
  if (parameter('response_type') !== 'code') {
    throw invalidParameter('response_type', parameter('response_type'), 'Use response_type=code.');
  }
  const singleSelectVin = parameters.get('single_select_vin')?.toUpperCase();
  const singleSelect = choice(parameters, 'single_select', booleans) === 'true';
  if (singleSelectVin !== undefined && !singleSelect) {
    throw invalidParameter('single_select_vin', singleSelectVin, 'Add single_select=true.');
  }
  return {
    clientId,
    redirectUri,
    permissions: readScope(parameter('scope')),
    encodedState: encodedParameter(search, 'state'),
    mode: choice(parameters, 'mode', modes),
    approvalPrompt: choice(parameters, 'approval_prompt', approvalPrompts),
    make: singleSelectVin === undefined ? parameters.get('make')?.toUpperCase() : undefined,
    singleSelect,
    singleSelectVin,
    flags: parameters.get('flags') ?? undefined,
    user: parameters.get('user') ?? undefined,
  };
}

/** Public: the first registered one where none is given; else one of the registered ones, to the letter. */
function readRedirectUri(given: string | null, application: Application): string {
  const redirectUri = given ?? application.redirectUris?.[0] ?? '';
  if (!isAllowedRedirectUri(redirectUri, application.clientId)) {
    const forms = `http://localhost, https://, or sc${application.clientId}://`;
    throw invalidParameter('redirect_uri', redirectUri, `Use ${forms} with a path and no fragment.`);
  }
  if (!isRegisteredRedirectUri(redirectUri, application)) {
    throw invalidParameter(
      'redirect_uri',
      redirectUri,
      'Use a redirect URI that the scenario registers, exactly as it is written there.',
      'connect.registered-redirect',
    );
  }
  return redirectUri;
}

/** Names separated by spaces. Without any, the application's own configuration counts (public): all that there are. */
function readScope(scope: string): RequestedPermission[] {
  const found = new Map<string, RequestedPermission>();
  for (const entry of scope.split(' ').filter((part) => part !== '')) {
    const required = entry.startsWith('required:');
    const name = required ? entry.slice('required:'.length) : entry;
    found.set(name, { name, required: required || found.get(name)?.required === true });
  }
  return found.size > 0 ? [...found.values()] : permissions.map((name) => ({ name, required: false }));
}

/** One of the values; the first is the default. */
function choice<T extends string>(parameters: URLSearchParams, name: string, values: readonly [T, ...T[]]): T {
  const given = parameters.get(name);
  if (given === null) return values[0];
  const value = values.find((each) => each === given);
  if (value === undefined) throw invalidParameter(name, given, `Use one of: ${values.join(', ')}.`);
  return value;
}
