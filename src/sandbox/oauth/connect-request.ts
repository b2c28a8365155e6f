import * as z from 'zod';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import { invalidParameter } from '../web/page.ts';
import type { Application, SandboxOwner, SandboxVehicle, World } from '../world/world.ts';
import { allPermissions } from '../../service/model/vehicles.ts';

export interface RequestedPermission {
  readonly name: string;
  /** `required:` in the scope: the owner can't leave it out (public). */
  readonly required: boolean;
}

/** A checked Connect URL (public; the specification omits its parameters). */
export interface ConnectRequest {
  readonly clientId: string;
  /** Undefined if the owner is not sent back, which requires `response_type=none`. */
  readonly redirectUri: string | undefined;
  /** `none`: the application wants no code, because version 3 does not use it. */
  readonly responseType: 'code' | 'none';
  /** Whether the application is identified as in version 3. */
  readonly hasApplicationId: boolean;
  /** The application's own ID of the owner, as in the query; null clears it. */
  readonly externalId: string | null | undefined;
  readonly permissions: readonly RequestedPermission[];
  /** As received, byte for byte; undefined if absent. */
  readonly encodedState: string | undefined;
  readonly mode: 'live' | 'test' | 'simulated';
  /** Skips the choice of a brand; in upper case. Undefined if a VIN is requested, which takes precedence. */
  readonly make: string | undefined;
  /** The owner may choose one vehicle only. */
  readonly singleSelect: boolean;
  readonly singleSelectVin: string | undefined;
  /** Only shown to the owner of the sandbox; they have no effect. */
  readonly flags: string | undefined;
  readonly user: string | undefined;
}

const text = (description: string) => z.string().describe(description);

/**
 * The parameters of a Connect URL except the redirect URI and the identity of the application, which depend on its
 * registration.
 */
export const connectQuery = z.object({
  client_id: text('The application').optional(),
  application_id: text('The same ID, as version 3 names it').optional(),
  redirect_uri: text('Where the owner is sent back to').optional(),
  response_type: z.enum(['code', 'none']).describe('none: user_id alone, for version 3'),
  external_id: text("The application's own ID of the owner; null clears it").optional(),
  scope: text('Permissions separated by spaces; required:NAME can not be left out').optional(),
  state: text('Returned byte for byte').optional(),
  approval_prompt: z.enum(['auto', 'force']).default('auto').describe('force: ask again'),
  mode: z.enum(['live', 'test', 'simulated']).default('live').describe('Shown only'),
  make: text('Skips the choice of a brand').optional(),
  single_select: z.enum(['true', 'false']).default('false').describe('true: one vehicle'),
  single_select_vin: text('The one vehicle').optional(),
  flags: text('Shown only').optional(),
  user: text('Shown only').optional(),
});

/**
 * Reads the query of a Connect URL exactly as in the request. Throws PageFailure: errors are shown, and never sent to a
 * redirect URI that may be someone else's.
 */
export function readConnectRequest(search: string, application: Application): ConnectRequest {
  const parameters = new URLSearchParams(search);
  const { clientId } = application;
  checkApplication(parameters, application);
  const query = readQuery(parameters);
  const isOptional = query.response_type === 'none' && application.redirectUris === undefined;
  const redirectUri =
    isOptional && query.redirect_uri === undefined ? undefined : readRedirectUri(query.redirect_uri, application);
  const singleSelect = query.single_select === 'true';
  const singleSelectVin = query.single_select_vin?.toUpperCase();
  if (singleSelectVin !== undefined && !singleSelect) {
    throw invalidParameter('single_select_vin', singleSelectVin, 'Add single_select=true.');
  }
  return {
    clientId,
    redirectUri,
    responseType: query.response_type,
    hasApplicationId: query.application_id !== undefined,
    externalId: query.external_id === 'null' ? null : query.external_id,
    permissions: readScope(query.scope ?? ''),
    encodedState: encodedParameter(search, 'state'),
    mode: query.mode,
    make: singleSelectVin === undefined ? query.make?.toUpperCase() : undefined,
    singleSelect,
    singleSelectVin,
    flags: query.flags,
    user: query.user,
  };
}

/** Throws PageFailure. */
function checkApplication(parameters: URLSearchParams, { clientId }: Application): void {
  const name = parameters.has('application_id') ? 'application_id' : 'client_id';
  const given = parameters.get(name) ?? '';
  if (given === clientId) return;
  if (given.startsWith('client_')) {
    const nextStep = 'This is the API client ID of version 3, for tokens. Connect takes the Application ID, a UUID.';
    throw invalidParameter(name, given, nextStep, 'v3.connect.api-client-id');
  }
  throw invalidParameter(name, given, 'Use the client ID that the sandbox prints when it starts.');
}

/** If a parameter occurs twice, the first one counts. */
function readQuery(parameters: URLSearchParams): z.output<typeof connectQuery> {
  const { data, error } = connectQuery.safeParse(Object.fromEntries([...parameters].reverse()));
  if (data) return data;
  const [issue] = error.issues;
  const name = String(issue?.path[0]);
  const allowed = issue?.code === 'invalid_value' ? issue.values.join(', ') : '';
  throw invalidParameter(name, parameters.get(name) ?? '', `Use one of: ${allowed}.`);
}

/** Public: the first registered URI if none is given; otherwise it must match a registered one exactly. */
function readRedirectUri(given: string | undefined, application: Application): string {
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

/**
 * Names separated by spaces. If there are none, the application's own configuration counts (public): here, all
 * permissions.
 */
function readScope(scope: string): RequestedPermission[] {
  const found = new Map<string, RequestedPermission>();
  for (const entry of scope.split(' ').filter((part) => part !== '')) {
    const required = entry.startsWith('required:');
    const name = required ? entry.slice('required:'.length) : entry;
    found.set(name, { name, required: required || found.get(name)?.required === true });
  }
  return found.size > 0 ? [...found.values()] : allPermissions.map((name) => ({ name, required: false }));
}

/** Owners with the vehicles that match a Connect URL, by VIN or by make; owners without such vehicles are left out. */
export function eligibleOwners(world: World, request: ConnectRequest): SandboxOwner[] {
  return world.owners
    .map((owner) => ({ ...owner, vehicles: owner.vehicles.filter((vehicle) => isEligible(vehicle, request)) }))
    .filter(({ vehicles }) => vehicles.length > 0);
}

function isEligible({ vin, make }: SandboxVehicle, request: ConnectRequest): boolean {
  if (request.singleSelectVin !== undefined) return vin === request.singleSelectVin;
  return request.make === undefined || make === request.make;
}

/** The owner's vehicles that a form ticks; undefined if there is none, or several where the Connect URL allows one. */
export function chosenVehicles(
  owner: SandboxOwner,
  { singleSelect }: ConnectRequest,
  form: URLSearchParams,
): string[] | undefined {
  const ticked = new Set([...form.getAll('vehicle'), ...form.getAll(`vehicle-of-${owner.id}`)]);
  const ids = owner.vehicles.map(({ id }) => id).filter((id) => ticked.has(id));
  const isComplete = singleSelect ? ids.length === 1 : ids.length > 0;
  return isComplete ? ids : undefined;
}

/**
 * Public rules for where a browser may be sent back to: http only on this machine, https anywhere, or the scheme
 * `sc{clientId}`. Anything else, in particular `javascript:`, never becomes a redirect.
 */
function isAllowedRedirectUri(redirectUri: string, clientId: string): boolean {
  if (redirectUri.includes('#') || !URL.canParse(redirectUri)) return false;
  const url = new URL(redirectUri);
  if (url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'http:') return isLoopbackHost(url.host);
  return url.protocol === 'https:' || redirectUri.startsWith(`sc${clientId}://`);
}

/** Public: if redirect URIs are registered, this one must match one of them exactly. */
function isRegisteredRedirectUri(redirectUri: string, { redirectUris }: Application): boolean {
  return redirectUris?.includes(redirectUri) ?? true;
}

/** Whether a browser may be sent back to this URI. */
export function mayRedirect(redirectUri: string, application: Application): boolean {
  return isAllowedRedirectUri(redirectUri, application.clientId) && isRegisteredRedirectUri(redirectUri, application);
}

/**
 * The redirect URI with parameters added. Values must already be percent-encoded and are passed on unchanged, so that
 * what an application sent comes back byte for byte.
 */
export function withEncodedParameters(redirectUri: string, parameters: readonly (readonly [string, string])[]): string {
  const base = new URL(redirectUri).href;
  const query = parameters.map(([name, value]) => `${name}=${value}`).join('&');
  return `${base}${base.includes('?') ? '&' : '?'}${query}`;
}

/** A query parameter, still percent-encoded; undefined if it is absent. */
export function encodedParameter(search: string, name: string): string | undefined {
  const prefix = `${name}=`;
  return search
    .replace(/^\?/, '')
    .split('&')
    .find((pair) => pair.startsWith(prefix))
    ?.slice(prefix.length);
}
