import type { Environments } from '../../environments/settings/environments.ts';
import type { LazyService } from '../../service/lazy-service.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import { signedOut, tokenOutdated } from '../sessions/session-errors.ts';
import type { Sessions } from '../sessions/session-info.ts';
import { environmentOfSession } from '../sessions/stored-session.ts';

/** The data endpoints, each time with the token and the addresses that a session stands for at that moment. */
export class SessionClients {
  readonly #service: LazyService;
  readonly #sessions: Sessions;
  readonly #environments: Pick<Environments, 'resolve'>;

  constructor(service: LazyService, sessions: Sessions, environments: Pick<Environments, 'resolve'>) {
    this.#service = service;
    this.#sessions = sessions;
    this.#environments = environments;
  }

  of(sessionId: string): VehicleData {
    return this.#service.vehicleData({
      sessionId,
      environment: async () => this.#environments.resolve(await this.environmentOf(sessionId)),
      accessToken: (rejected) => this.#sessions.accessToken(sessionId, rejected),
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
      environment: () => this.#environments.resolve(environmentOfSession(sessionId)),
      accessToken: async (rejected) => {
        if (rejected !== undefined) throw tokenOutdated();
        if (!(await this.#sessions.list()).some(({ id }) => id === sessionId)) throw signedOut();
        return token;
      },
    });
  }

  /** Name of the session's environment, of one that is gone as well: never another one's addresses. */
  async environmentOf(sessionId: string): Promise<string> {
    const session = (await this.#sessions.list()).find(({ id }) => id === sessionId);
    return session?.environment ?? environmentOfSession(sessionId);
  }
}
