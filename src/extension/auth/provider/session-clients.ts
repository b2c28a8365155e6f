import type { Environments } from '../../environments/settings/environments.ts';
import type { LazyService } from '../../../service/lazy-service.ts';
import type { LimitClock } from '../../../service/model/limit-clock.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import { grantOf, type ServiceEnvironment } from '../../../service/model/environment.ts';
import { otherAddress, otherVersion, signedOut, tokenOutdated } from '../sessions/session-errors.ts';
import type { SessionInfo, Sessions } from '../sessions/session-info.ts';
import { environmentOfSession } from '../sessions/stored-session.ts';
import { isAllowedOrigin } from '../sessions/token-origins.ts';

/** Clients of the data endpoints. Each request uses the session's token and addresses at that moment. */
export class SessionClients {
  readonly #service: LazyService;
  readonly #sessions: Sessions;
  readonly #environments: Pick<Environments, 'resolve'>;
  readonly #limitClockOf: (environment: string) => LimitClock | undefined;

  /** @param limitClockOf the clock for the rate limits of an environment, if that is not this machine's */
  constructor(
    service: LazyService,
    sessions: Sessions,
    environments: Pick<Environments, 'resolve'>,
    limitClockOf: (environment: string) => LimitClock | undefined = () => undefined,
  ) {
    this.#service = service;
    this.#sessions = sessions;
    this.#environments = environments;
    this.#limitClockOf = limitClockOf;
  }

  /** @param askedBy the name of the agent that the requests are for */
  of(sessionId: string, askedBy?: string): VehicleData {
    return this.#service.vehicleData({
      ...{ sessionId, askedBy },
      environment: () => this.#environment(sessionId),
      accessToken: (rejected) => this.#sessions.accessToken(sessionId, rejected),
      ownerId: () => this.#ownerId(sessionId),
      limitClock: this.#limitClockOf(environmentOfSession(sessionId)),
    });
  }

  /**
   * A client for another extension that has a session from VS Code. Its access token is the proof of that, and no newer
   * one is used, so that access ends with the token or with the sign-out. Rejects with ServiceError if it is not the
   * current token of a session.
   */
  async ofToken(token: string): Promise<VehicleData> {
    const sessionId = await this.#sessions.idOf(token);
    if (sessionId === undefined) throw tokenOutdated();
    return this.#service.vehicleData({
      sessionId,
      environment: () => this.#environment(sessionId),
      accessToken: async (rejected) => {
        const session = await this.#session(sessionId);
        if (!session) throw signedOut();
        if (session.state === 'application') {
          if ((await this.#sessions.idOf(token)) !== sessionId) throw tokenOutdated();
          return this.#sessions.accessToken(sessionId, rejected);
        }
        if (rejected !== undefined) throw tokenOutdated();
        return token;
      },
      ownerId: () => this.#ownerId(sessionId),
      limitClock: this.#limitClockOf(environmentOfSession(sessionId)),
    });
  }

  /** The environment, unless the session's tokens may not be sent there. */
  async #environment(sessionId: string): Promise<ServiceEnvironment> {
    const session = await this.#session(sessionId);
    const environment = await this.#environments.resolve(session?.environment ?? environmentOfSession(sessionId));
    const { name, baseUrl } = environment;
    if (session && !isAllowedOrigin(session, baseUrl)) throw otherAddress(name, session.origins, baseUrl);
    // A locked session fails because it is locked.
    const isApplications = session?.state === 'application';
    const isOther =
      session && session.state !== 'locked' && isApplications !== (grantOf(environment) === 'application');
    if (isOther) throw otherVersion(name);
    return environment;
  }

  /** An account's ID is that of its owner. */
  async #ownerId(sessionId: string): Promise<string> {
    const session = await this.#session(sessionId);
    if (!session) throw signedOut();
    return session.account.id;
  }

  /** Name of the session's environment, even if the session no longer exists, so that no other environment is used. */
  async environmentOf(sessionId: string): Promise<string> {
    return (await this.#session(sessionId))?.environment ?? environmentOfSession(sessionId);
  }

  async #session(sessionId: string): Promise<SessionInfo | undefined> {
    return (await this.#sessions.list()).find(({ id }) => id === sessionId);
  }
}
