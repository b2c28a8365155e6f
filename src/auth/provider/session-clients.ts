import type { Environments } from '../../environments/settings/environments.ts';
import type { LazyService } from '../../service/lazy-service.ts';
import type { VehicleData } from '../../service/model/vehicle-data.ts';
import type { Sessions } from '../sessions/session-info.ts';
import { environmentOfSession } from '../sessions/stored-session.ts';

/** The data endpoints, each time with the token and the addresses that a session stands for at that moment. */
export class SessionClients {
  readonly #service: LazyService;
  readonly #sessions: Sessions;
  readonly #environments: Environments;

  constructor(service: LazyService, sessions: Sessions, environments: Environments) {
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

  /** Name of the session's environment, of one that is gone as well: never another one's addresses. */
  async environmentOf(sessionId: string): Promise<string> {
    const session = (await this.#sessions.list()).find(({ id }) => id === sessionId);
    return session?.environment ?? environmentOfSession(sessionId);
  }
}
