import { now } from '../../../common/clock.ts';
import type { Disposable } from '../../../common/event.ts';
import { log } from '../../../common/logger.ts';
import { withResolvers } from '../../../common/missing-in-node-20.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { tokenOrigins, type Environments } from '../../environments/settings/environments.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import { asServiceError, ServiceError } from '../../../service/model/errors.ts';
import type { ClientCredentials, TokenEndpoint } from '../../../service/oauth/token-endpoint.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import type { Connected } from './register-session.ts';
import { signedOut } from '../sessions/session-errors.ts';
import type { Sessions } from '../sessions/session-info.ts';
import { hasOwnTokens, proofOfSession, type StoredSession } from '../sessions/stored-session.ts';
import type { CodeGrant, FlowRequest, FlowResult, SignInFlow, SignInUi } from './browser-flow.ts';
import { timeLimit, unlessAborted } from '../../../common/abort-with.ts';

export interface SignInOptions {
  readonly environments: Pick<Environments, 'versions' | 'resolve' | 'clientSecret'>;
  readonly service: {
    readonly tokenEndpoint: Pick<TokenEndpoint, 'exchangeCode'>;
    readonly applicationTokens: Pick<ServiceClient['applicationTokens'], 'token'>;
    readonly vehicleData: ServiceClient['vehicleData'];
  };
  /** A display name for an owner, if known: the API has no names. */
  readonly ownerName: (environment: string, ownerId: string) => Promise<string | undefined>;
  /** See `WindowSessions.register`. */
  readonly register: (connected: Connected) => Promise<StoredSession>;
}

/** Why one version is not connected although another one is. */
export interface Lack {
  readonly error: ServiceError;
  /** What is left to exchange once the cause is mended. Kept in memory only. */
  readonly grant?: CodeGrant | undefined;
}

export interface SignInRequest {
  /** Name of the environment. */
  readonly environment: string;
  /** Requested in addition to the environment's. */
  readonly permissions: readonly string[];
  readonly ui: SignInUi;
  /** Called at each step with one line for the progress. */
  readonly report: (message: string) => void;
  readonly signal: AbortSignal;
}

/** As long as for the code itself: without the owner's id, the account would be another one than before. */
const nameLimitMs = 60_000;

/**
 * The whole sign-in, up to a stored session: one visit to Connect for every version that the environment has
 * credentials for. Rejects with ServiceError; `cancelled` if the user cancelled. Whatever can fail without the owner
 * fails before the browser opens.
 */
export function signIn(
  options: SignInOptions,
  flow: SignInFlow,
  pending: Pick<PendingExchanges, 'note'>,
  request: SignInRequest,
): Promise<StoredSession> {
  const connected = withResolvers<StoredSession>();
  connected.resolve(connect(options, (asked) => flow({ ...asked, connected: connected.promise }), pending, request));
  return connected.promise;
}

async function connect(
  options: SignInOptions,
  flow: (request: Omit<FlowRequest, 'connected'>) => Promise<FlowResult>,
  pending: Pick<PendingExchanges, 'note'>,
  request: SignInRequest,
): Promise<StoredSession> {
  const { environments, register } = options;
  const { environment: name, ui, report, signal } = request;

  const versions = await environments.versions(name);
  const applications = await Promise.all(
    versions.map(async (version) => {
      const environment = await environments.resolve(name, version);
      const clientSecret = await secretOf(environments, environment);
      return { environment, credentials: { clientId: environment.clientId, clientSecret } };
    }),
  );
  const of = (version: ApiVersion) => applications[versions.indexOf(version)];
  const [v2, v3] = [of('2.0'), of('3')];
  const [first] = applications;
  const { environment } = v3 ?? first ?? {};
  if (!environment) throw new TypeError(`${name} has no version`);
  const scopes = [...new Set([...environment.scopes, ...request.permissions])];
  if (v3) await unlessAborted(options.service.applicationTokens.token(v3.environment, v3.credentials), signal);

  const { grant, ownerId } = await flow({ environment, versions, scopes, ui, report, signal });
  const { applicationId = environment.clientId } = environment;
  const origins = tokenOrigins(applications.map((each) => each.environment));
  const common = { environment: environment.name, clientId: applicationId, scopes, origins };

  if (grant && v2) report(t('Requesting tokens…'));
  const exchange = { application: v2, grant, ownerId, isAlone: !v3, signal };
  const owned = await exchanged(options, environment.name, exchange);
  if ('tokens' in owned) {
    const { account, tokens, ...owner } = owned;
    const known = v3 && owner.ownerId !== undefined ? { ownerId: owner.ownerId } : {};
    const session = await register({ ...common, account, tokens, ...known });
    const isUnknown = v3 && owner.ownerId === undefined;
    pending.note(session, isUnknown ? { error: ownerUnknown() } : undefined);
    log.info(`Connected session ${session.id}, generation ${session.generation}`);
    return session;
  }
  const { ownerId: id, lack } = owned;
  const account = { id, label: await labelOf(options, environment.name, id) };
  const session = await register({ ...common, account, grant: 'application', tokens: proofOfSession(now()) });
  pending.note(session, hasOwnTokens(session) ? undefined : lack);
  log.info(`Connected session ${session.id} by version 3`);
  return session;
}

interface Exchange {
  /** Version 2.0; undefined if the environment has no credentials for it. */
  readonly application:
    { readonly environment: ServiceEnvironment; readonly credentials: ClientCredentials } | undefined;
  readonly grant: CodeGrant | undefined;
  readonly ownerId: string | undefined;
  /** Whether there is no other version, so that a failure ends the sign-in. */
  readonly isAlone: boolean;
  readonly signal?: AbortSignal;
}

interface Owned {
  readonly account: StoredSession['account'];
  readonly tokens: StoredSession['tokens'];
  /** Undefined if neither the redirect nor version 2.0 named the owner. */
  readonly ownerId: string | undefined;
}

/** The tokens of version 2.0, or the owner to connect by version 3 alone, and why. */
async function exchanged(
  options: SignInOptions,
  name: string,
  { application, grant, ownerId, isAlone, signal }: Exchange,
): Promise<Owned | { readonly ownerId: string; readonly lack: Lack | undefined }> {
  if (!application && ownerId !== undefined) return { ownerId, lack: undefined };
  try {
    if (!application || !grant) throw noCode();
    const { tokenEndpoint } = options.service;
    const tokens = await tokenEndpoint.exchangeCode(application.environment, application.credentials, grant, signal);
    return { tokens, ...(await accountOf(options, name, tokens.accessToken, isAlone ? undefined : ownerId)) };
  } catch (error) {
    if (ownerId === undefined || isAlone || signal?.aborted || !(error instanceof ServiceError)) throw error;
    if (error.type === otherOwner) throw error;
    const isSpent = error.type === 'invalid_grant';
    return { ownerId, lack: { error: notByVersion2(error), ...(!isSpent && { grant }) } };
  }
}

/**
 * The codes that could not be exchanged although their owner is connected by version 3. They stay in memory, and are
 * tried again when a setting or a secret has changed, as long as the service accepts them.
 */
export class PendingExchanges implements Disposable {
  readonly #options: SignInOptions;
  readonly #sessions: Pick<Sessions, 'list' | 'noteLack'>;
  readonly #pending = new Map<string, { readonly session: StoredSession; readonly grant: CodeGrant }>();
  readonly #subscription: Disposable;
  #run: Promise<void> = Promise.resolve();

  constructor(
    options: SignInOptions & { readonly environments: Pick<Environments, 'onDidChange'> },
    sessions: Pick<Sessions, 'list' | 'noteLack'>,
  ) {
    this.#options = options;
    this.#sessions = sessions;
    this.#subscription = options.environments.onDidChange(() => void this.retry());
  }

  /** Notes the outcome of a sign-in, and shows on the account's line what it lacks. */
  note(session: StoredSession, lack: Lack | undefined): void {
    if (lack?.grant) this.#pending.set(session.id, { session, grant: lack.grant });
    else this.#pending.delete(session.id);
    this.#sessions.noteLack(session.id, lack && { error: lack.error });
  }

  /** Exchanges what is left, one after the other. Never rejects. */
  retry(): Promise<void> {
    this.#run = this.#run.then(async () => {
      for (const { session, grant } of [...this.#pending.values()]) await this.#try(session, grant);
    });
    return this.#run;
  }

  dispose(): void {
    this.#subscription.dispose();
    this.#pending.clear();
  }

  async #try(session: StoredSession, grant: CodeGrant): Promise<void> {
    // A newer sign-in has replaced the code.
    if (this.#pending.get(session.id)?.grant !== grant) return;
    try {
      if (!(await this.#isConnected(session))) this.#pending.delete(session.id);
      else this.note(session, await this.#exchange(session, grant));
    } catch (error) {
      log.info(`Session ${session.id}: the code is still not exchanged: ${asServiceError(error).kind}`);
    }
  }

  /** Undefined if there is nothing to do any more, otherwise what is still lacking. */
  async #exchange(session: StoredSession, grant: CodeGrant): Promise<Lack | undefined> {
    const { environments, register } = this.#options;
    const environment = await environments.resolve(session.environment, '2.0');
    const clientSecret = await environments.clientSecret(environment);
    const credentials = { clientId: environment.clientId, clientSecret };
    const ownerId = session.account.id;
    const application = { environment, credentials };
    const exchange = { application, grant, ownerId, isAlone: false };
    const owned = await exchanged(this.#options, session.environment, exchange);
    if (!('tokens' in owned)) return owned.lack;
    // Signed out meanwhile: the new tokens must not connect the account again.
    if (!(await this.#isConnected(session))) throw signedOut();
    const { grant: _, id: _id, generation: _generation, ...common } = session;
    // The address may have been mended since: tokens go to where they came from, too.
    const origins = session.origins && [...new Set([...session.origins, ...(tokenOrigins([environment]) ?? [])])];
    await register({ ...common, origins, tokens: owned.tokens, ownerId });
    return undefined;
  }

  async #isConnected({ id }: StoredSession): Promise<boolean> {
    return (await this.#sessions.list()).some((session) => session.id === id);
  }
}

function noCode(): ServiceError {
  return new ServiceError(t('Connect sent no code for version 2.0.'), {
    kind: 'contract',
    turn: 'developer',
    nextStep: t('Version 2.0 may be switched off. Version 3 is connected.'),
    remedy: 'explain-version',
    sent: true,
  });
}

function notByVersion2(error: ServiceError): ServiceError {
  const isSecret = error.type === 'invalid_client';
  return new ServiceError(
    isSecret
      ? t('Not connected by version 2.0: the legacy client secret was rejected.')
      : t('Not connected by version 2.0: {0}', error.message),
    {
      ...error,
      nextStep: isSecret ? t('Set the legacy client secret. Version 3 is connected.') : error.nextStep,
      remedy: isSecret ? 'set-secret' : mayBeMended(error) ? error.remedy : 'reconnect',
      cause: error,
    },
  );
}

function mayBeMended({ remedy }: ServiceError): boolean {
  return remedy === 'edit-environment' || remedy === 'set-secret' || remedy === 'explain-version';
}

function ownerUnknown(): ServiceError {
  return new ServiceError(t('Not connected by version 3: neither the redirect nor version 2.0 named the owner.'), {
    kind: 'contract',
    turn: 'reconnect',
    nextStep: t('Connect again.'),
    sent: true,
  });
}

/** The `type` of the error below: the only one after which nothing is stored although tokens came. */
const otherOwner = 'other-owner';

function ownerMismatch(redirected: string, owner: string): ServiceError {
  const named = [redirected, owner].map((id) => plainText(id, 80));
  return new ServiceError(
    t('The redirect names the owner {0}, but the tokens belong to {1}. Nothing was stored.', ...named),
    {
      kind: 'contract',
      turn: 'reconnect',
      nextStep: t('Connect again. If it persists, contact support.'),
      type: otherOwner,
      sent: true,
    },
  );
}

async function secretOf(
  environments: Pick<Environments, 'clientSecret'>,
  environment: ServiceEnvironment,
): Promise<string> {
  try {
    return await environments.clientSecret(environment);
  } catch (error) {
    if (!(error instanceof ServiceError) || error.kind !== 'input') throw error;
    // The only failure that the user can fix by typing something.
    throw new ServiceError(error.message, { ...error, remedy: 'set-secret', cause: error });
  }
}

async function labelOf({ ownerName }: SignInOptions, environment: string, id: string): Promise<string> {
  const name = await ownerName(environment, id).catch(() => undefined);
  if (name !== undefined) return `${plainText(name, 60)} (${environment})`;
  return t('Owner {0} ({1})', plainText(id, 80), environment);
}

/**
 * The owner's id shows whether this account is connected already. The tokens matter more than the name: if the id can't
 * be read, it is the one that came with the redirect, or the session becomes a new account.
 *
 * @param redirected the owner that the redirect names. Rejects if the tokens are another one's
 */
async function accountOf(
  options: SignInOptions,
  environment: string,
  accessToken: string,
  redirected: string | undefined,
): Promise<Omit<Owned, 'tokens'>> {
  const read = async () => {
    const client = options.service.vehicleData({
      environment: () => options.environments.resolve(environment, '2.0'),
      accessToken: () => Promise.resolve(accessToken),
    });
    return (await client.user(timeLimit(nameLimitMs))).id;
  };
  const ownerId = await read().catch((error: unknown) => {
    log.warn(`The owner's id is unknown: ${error instanceof ServiceError ? error.kind : 'failed'}`);
    return redirected;
  });
  if (redirected !== undefined && ownerId !== undefined && redirected !== ownerId) {
    throw ownerMismatch(redirected, ownerId);
  }
  if (ownerId !== undefined) {
    return { ownerId, account: { id: ownerId, label: await labelOf(options, environment, ownerId) } };
  }
  const id = globalThis.crypto.randomUUID();
  return { ownerId, account: { id, label: t('Unnamed owner {0} ({1})', id.slice(0, 8), environment) } };
}
