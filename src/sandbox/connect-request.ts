import { permissions } from '../service/contract.ts';
import { PageFailure } from './errors.ts';
import { encodedParameter, isAllowedRedirectUri } from './redirect-uri.ts';

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
  /** Percent-encoded as it came; undefined where there is none. */
  readonly encodedState: string | undefined;
  readonly mode: 'live' | 'test' | 'simulated';
  readonly approvalPrompt: 'auto' | 'force';
}

const modes = ['live', 'test', 'simulated'] as const;
const approvalPrompts = ['auto', 'force'] as const;

/** Throws PageFailure: what is wrong with a Connect URL is shown, never sent to a redirect URI that may be foreign. */
export function readConnectRequest(url: URL, clientId: string): ConnectRequest {
  const parameter = (name: string) => url.searchParams.get(name) ?? '';
  if (parameter('client_id') !== clientId) {
    throw invalid('client_id', parameter('client_id'), 'Use the client id that the sandbox prints when it starts.');
  }
  if (!isAllowedRedirectUri(parameter('redirect_uri'), clientId)) {
    throw invalid(
      'redirect_uri',
      parameter('redirect_uri'),
      `Use http://localhost, https://, or sc${clientId}:// with your path, without a fragment.`,
    );
  }
  if (parameter('response_type') !== 'code') {
    throw invalid('response_type', parameter('response_type'), 'Use response_type=code.');
  }
  return {
    clientId,
    redirectUri: parameter('redirect_uri'),
    permissions: readScope(parameter('scope')),
    encodedState: encodedParameter(url.search, 'state'),
    mode: choice(url, 'mode', modes),
    approvalPrompt: choice(url, 'approval_prompt', approvalPrompts),
  };
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
function choice<T extends string>(url: URL, name: string, values: readonly [T, ...T[]]): T {
  const given = url.searchParams.get(name);
  if (given === null) return values[0];
  const value = values.find((each) => each === given);
  if (value === undefined) throw invalid(name, given, `Use one of: ${values.join(', ')}.`);
  return value;
}

function invalid(name: string, value: string, nextStep: string): PageFailure {
  return new PageFailure(400, `400: Invalid parameter ${name}: ${value}.`, nextStep, ['connect.never-redirects']);
}
