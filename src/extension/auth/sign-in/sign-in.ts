import type { Clock } from '../../../common/clock.ts';
import type { Logger } from '../../../common/logger.ts';
import { plainText } from '../../../common/text/plain-text.ts';
import { t } from '../../../common/translate.ts';
import { tokenOrigins, type Environments } from '../../environments/settings/environments.ts';
import { grantOf, type ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import type { ApplicationTokenSource } from '../../../service/oauth/application-tokens.ts';
import type { TokenEndpoint } from '../../../service/oauth/token-endpoint.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import type { Connected } from './register-session.ts';
import { proofOfSession, type StoredSession } from '../sessions/stored-session.ts';
import type { SignInFlow, SignInUi } from './browser-flow.ts';

export interface SignInOptions {
  readonly environments: Pick<Environments, 'resolve' | 'clientSecret'>;
  readonly flow: SignInFlow;
  readonly tokenEndpoint: () => Promise<Pick<TokenEndpoint, 'exchangeCode'>>;
  /** Gets a token of the application, if that is what gives access. Rejects with ServiceError. */
  readonly applicationToken: ApplicationTokenSource;
  /** The data endpoints of an environment with a token that is not stored yet. */
  readonly vehicleData: (environment: string, accessToken: string) => Promise<Pick<VehicleData, 'user'>>;
  /** A display name for an owner, if known: the API has no names. */
  readonly ownerName: (environment: string, ownerId: string) => Promise<string | undefined>;
  /** Stores the result. */
  readonly store: (connected: Connected) => Promise<StoredSession>;
  readonly clock: Clock;
  readonly log: Logger;
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

/** At this point the owner has granted access, and only the name is missing. */
const nameLimitMs = 15_000;

/**
 * The whole sign-in, up to a stored session. Rejects with ServiceError; `cancelled` if the user cancelled. Whatever can
 * fail without the owner fails before the browser opens.
 */
export async function signIn(options: SignInOptions, request: SignInRequest): Promise<StoredSession> {
  const { environments, flow, store, clock, log } = options;
  const { environment: name, ui, report, signal } = request;

  const environment = await environments.resolve(name);
  const clientSecret = await secretOf(environments, environment);
  const scopes = [...new Set([...environment.scopes, ...request.permissions])];

  const { clientId, applicationId = clientId } = environment;
  const credentials = { clientId, clientSecret };
  if (grantOf(environment) === 'application') await options.applicationToken(environment, credentials);

  const granted = await flow({ environment, scopes, ui, report, signal });

  const origins = tokenOrigins(environment);
  const common = { environment: name, clientId: applicationId, scopes, origins };
  const connected = async (): Promise<Connected> => {
    if (granted.kind === 'owner') {
      const account = { id: granted.ownerId, label: await labelOf(options, name, granted.ownerId) };
      return { ...common, account, grant: 'application', tokens: proofOfSession(clock.now()) };
    }
    report(t('Requesting tokens…'));
    const tokenEndpoint = await options.tokenEndpoint();
    const tokens = await tokenEndpoint.exchangeCode(environment, credentials, granted, signal);
    return { ...common, account: await accountOf(options, name, tokens.accessToken), tokens };
  };
  const session = await store(await connected());
  log.info(`Connected session ${session.id}, generation ${session.generation}`);
  return session;
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
  return t('Owner {0} ({1})', id.slice(0, 8), environment);
}

/**
 * The owner's id shows whether this account is connected already. The tokens matter more than the name: if the id can't
 * be read, the session becomes a new account.
 */
async function accountOf(
  options: SignInOptions,
  environment: string,
  accessToken: string,
): Promise<StoredSession['account']> {
  const { vehicleData, log } = options;
  try {
    const endpoints = await vehicleData(environment, accessToken);
    const { id } = await endpoints.user(AbortSignal.timeout(nameLimitMs));
    return { id, label: await labelOf(options, environment, id) };
  } catch (error) {
    log.warn(`The owner's id is unknown: ${error instanceof ServiceError ? error.kind : 'failed'}`);
    const id = globalThis.crypto.randomUUID();
    return { id, label: t('Unnamed owner {0} ({1})', id.slice(0, 4), environment) };
  }
}
