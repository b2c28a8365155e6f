import type { Environments } from '../../environments/settings/environments.ts';
import type { LazyService } from '../../../service/lazy-service.ts';
import type { LimitClock } from '../../../service/model/limit-clock.ts';
import type { VehicleData } from '../../../service/model/vehicle-data.ts';
import { grantOf, type ServiceEnvironment } from '../../../service/model/environment.ts';
import { otherAddress, otherVersion, signedOut, tokenOutdated } from '../sessions/session-errors.ts';
import type { SessionInfo, Sessions } from '../sessions/session-info.ts';
import { environmentOfSession } from '../sessions/stored-session.ts';
import { isAllowedOrigin } from '../sessions/token-origins.ts';

/** The data endpoints, each time with the token and the addresses that a session stands for at that moment. */
export class SessionClients {
  readonly #service: LazyService;
  readonly #sessions: Sessions;
  readonly #environments: Pick<Environments, 'resolve'>;
  readonly #limitClockOf: (environment: string) => LimitClock | undefined;

  /** @param limitClockOf by the name of an environment, where its limits run out by another clock than this machine's */
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

  /** @param askedBy what the agent calls itself for whom it is */
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
   * For whoever has a session from VS Code. The access token proves it and is all that is sent, so that access ends with
   * it or with the sign-out. Rejects with ServiceError where it is no session's current token.
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

  /** The addresses, unless the session's tokens may not go there. */
  async #environment(sessionId: string): Promise<ServiceEnvironment> {
    const session = await this.#session(sessionId);
    const environment = await this.#environments.resolve(session?.environment ?? environmentOfSession(sessionId));
    const { name, baseUrl } = environment;
    if (session && !isAllowedOrigin(session, baseUrl)) throw otherAddress(name, session.origins, baseUrl);
    // One that is locked fails for that reason.
    const isApplications = session?.state === 'application';
    const isOther =
      session && session.state !== 'locked' && isApplications !== (grantOf(environment) === 'application');
    if (isOther) throw otherVersion(name);
    return environment;
  }

  /** An account's ID is its owner's. */
  async #ownerId(sessionId: string): Promise<string> {
    const session = await this.#session(sessionId);
    if (!session) throw signedOut();
    return session.account.id;
  }

  /** Name of the session's environment, of one that is gone as well: never another one's addresses. */
  async environmentOf(sessionId: string): Promise<string> {
    return (await this.#session(sessionId))?.environment ?? environmentOfSession(sessionId);
  }

  async #session(sessionId: string): Promise<SessionInfo | undefined> {
    return (await this.#sessions.list()).find(({ id }) => id === sessionId);
  }
}
