import { type Environments, isPublicVersion3, tokenOrigins } from '../../environments/settings/environments.ts';
import type { ServiceClient } from '../../../service/service-client.ts';
import type { LimitClock, VehicleData, VehicleDataSession } from '../../../service/model/vehicle-data.ts';
import type { ApiVersion, ServiceEnvironment } from '../../../service/model/environment.ts';
import { ServiceError } from '../../../service/model/errors.ts';
import { notConnectedBy, otherAddress, signedOut, tokenOutdated } from '../sessions/session-errors.ts';
import { noVersion2, Version2End } from './version-2-end.ts';
import type { SessionInfo, Sessions } from '../sessions/session-info.ts';
import { environmentOfSession, isAllowedOrigin } from '../sessions/stored-session.ts';

/** Clients of the data endpoints. Each request uses the session's token and addresses at that moment. */
export class SessionClients {
  readonly #service: ServiceClient;
  readonly #sessions: Sessions;
  readonly #environments: Pick<Environments, 'versions' | 'resolve'>;
  readonly #limitClockOf: (environment: string) => LimitClock | undefined;
  /** The environments whose version 2.0 has ended. */
  readonly end = new Version2End();
  /** One request for the owner's ID for all that need it. */
  readonly #owners = new Map<string, Promise<void>>();

  /** @param limitClockOf the clock for the rate limits of an environment, if that is not this machine's */
  constructor(
    service: ServiceClient,
    sessions: Sessions,
    environments: Pick<Environments, 'versions' | 'resolve'>,
    limitClockOf: (environment: string) => LimitClock | undefined = () => undefined,
  ) {
    this.#service = service;
    this.#sessions = sessions;
    this.#environments = environments;
    this.#limitClockOf = limitClockOf;
    this.end.onDidChange((environment) => void this.#tellEnd(environment));
  }

  /**
   * @param askedBy the name of the agent that the requests are for
   * @param version by default, the leading one of those that the session can be used in
   */
  of(sessionId: string, askedBy?: string, version?: ApiVersion): VehicleData {
    return this.#client(sessionId, version, { askedBy });
  }

  /**
   * A client for another extension that has a session from VS Code. Its access token is the proof of that, and no newer
   * one is used, so that access ends with the token or with the sign-out. Rejects with ServiceError if it is not the
   * current token of a session.
   */
  async ofToken(token: string): Promise<VehicleData> {
    const shown = await this.#sessions.ofToken(token);
    if (!shown) throw tokenOutdated();
    const { id: sessionId, version } = shown;
    return this.#client(sessionId, version, {
      accessToken: async (rejected) => {
        if (!(await this.#session(sessionId))) throw signedOut();
        if (version === '3') {
          if ((await this.#sessions.ofToken(token))?.id !== sessionId) throw tokenOutdated();
          return this.#sessions.accessToken(sessionId, rejected, version);
        }
        if (rejected !== undefined) throw tokenOutdated();
        return token;
      },
    });
  }

  /** The versions that a session can be used in, the leading one first. Rejects if its environment is incomplete. */
  async versionsOf(session: SessionInfo): Promise<readonly ApiVersion[]> {
    const versions = await this.#connectedVersions(session);
    const isOver = this.end.since(session.environment) !== undefined && versions.length > 1;
    return isOver ? versions.filter((version) => version === '3') : versions;
  }

  /** The same, whether or not version 2.0 answers. */
  async #connectedVersions({ environment, hasTokens }: SessionInfo): Promise<readonly ApiVersion[]> {
    const versions = await this.#environments.versions(environment);
    return hasTokens === false ? versions.filter((version) => version === '3') : versions;
  }

  /** The version by which a session is read; undefined if there is none. Never rejects. */
  async leadingVersion(sessionId: string): Promise<ApiVersion | undefined> {
    const session = await this.#session(sessionId).catch(() => undefined);
    const versions = session && (await this.versionsOf(session).catch(() => []));
    return versions?.[0];
  }

  /**
   * The capacity by version 2.0 if version 3 leads; undefined if the session can't be used in both. Version 3 is not
   * asked beside the other one, because its requests may cost money.
   */
  async otherCapacity(sessionId: string, vehicleId: string, signal: AbortSignal) {
    await this.end.asked();
    const session = await this.#session(sessionId);
    const version = session && (await this.versionsOf(session))[1];
    if (version !== '2.0') return undefined;
    return this.#client(sessionId, version, {}).nominalCapacity(vehicleId, signal);
  }

  /** Name of the session's environment, even if the session no longer exists, so that no other environment is used. */
  async environmentOf(sessionId: string): Promise<string> {
    return (await this.#session(sessionId))?.environment ?? environmentOfSession(sessionId);
  }

  #client(
    sessionId: string,
    version: ApiVersion | undefined,
    own: { readonly askedBy?: string | undefined; readonly accessToken?: (rejected?: string) => Promise<string> },
  ): VehicleData {
    const onFailure = (error: unknown) => void this.#watch(error, sessionId, version).catch(() => undefined);
    return this.#service.vehicleData({ ...this.#source(sessionId, version), ...own, onFailure });
  }

  /** @param isProbe whether version 2.0 is asked although it has ended */
  #source(sessionId: string, version: ApiVersion | undefined, isProbe = false): VehicleDataSession {
    return {
      sessionId,
      environment: () => this.#environment(sessionId, version, isProbe),
      accessToken: async (rejected) => {
        const { version: used = '2.0' } = await this.#environment(sessionId, version, isProbe);
        return this.#sessions.accessToken(sessionId, rejected, used);
      },
      ownerId: () => this.#ownerId(sessionId),
      limitClock: this.#limitClockOf(environmentOfSession(sessionId)),
    };
  }

  /** A failure in version 2.0 may be the end of that version. */
  async #watch(error: unknown, sessionId: string, wanted: ApiVersion | undefined): Promise<void> {
    const session = await this.#session(sessionId);
    const versions = session ? await this.versionsOf(session) : [];
    if (!session || versions.length < 2 || (wanted ?? versions[0]) !== '2.0') return;
    const ask = (version: ApiVersion) => this.#service.vehicleData(this.#source(sessionId, version, true));
    await this.end.check(session.environment, error, {
      version2: () => ask('2.0').user(),
      version3: () => ask('3').vehicleIds({ limit: 1, offset: 0 }),
    });
  }

  async #tellEnd(environment: string): Promise<void> {
    const since = this.end.since(environment);
    for (const session of await this.#sessions.list()) {
      if (session.environment !== environment || session.hasTokens !== true) continue;
      // What else the account lacks stays.
      if (since === undefined && session.lack?.since === undefined) continue;
      this.#sessions.noteLack(session.id, since === undefined ? undefined : { error: noVersion2(), since });
    }
  }

  /** One version of the session's environment, unless the session can't be used there. */
  async #environment(sessionId: string, wanted: ApiVersion | undefined, isProbe: boolean): Promise<ServiceEnvironment> {
    const session = await this.#session(sessionId);
    const name = session?.environment ?? environmentOfSession(sessionId);
    const connected = session ? await this.#connectedVersions(session) : [];
    const usable = session && !isProbe ? await this.versionsOf(session) : connected;
    const version = wanted ?? usable[0];
    const environment = await this.#environments.resolve(name, version);
    if (!session) return environment;
    // A locked session fails because it is locked.
    if (session.state !== 'locked' && (version === undefined || !usable.includes(version))) {
      throw wanted && connected.includes(wanted)
        ? noVersion2()
        : notConnectedBy(environment.version ?? '2.0', session.account.label);
    }
    const { baseUrl } = environment;
    const isNew = version === '3' && session.hasTokens && session.ownerId === undefined;
    const isAllowed = isAllowedOrigin(session, baseUrl) || (isNew && isPublicVersion3(environment));
    if (!isAllowed) throw otherAddress(name, session.origins, baseUrl);
    if (isNew) await this.#adoptOwner(session, environment);
    return environment;
  }

  async #ownerId(sessionId: string): Promise<string> {
    const session = await this.#session(sessionId);
    if (!session) throw signedOut();
    return session.ownerId ?? session.account.id;
  }

  /** Reads the owner's ID by version 2.0 for a session that was connected by that alone, and stores it. Never rejects. */
  #adoptOwner({ id: sessionId, account }: SessionInfo, environment: ServiceEnvironment): Promise<void> {
    const read = async () => {
      const owner = await this.of(sessionId, undefined, '2.0')
        .user()
        // Version 3 need not wait for what fails for now: the account's ID usually is the owner's. If version 2.0 is
        // gone, nobody else will say it.
        .catch((error: unknown) => (error instanceof ServiceError && error.turn === 'retry' ? undefined : account));
      if (owner) await this.#sessions.adoptOwner(sessionId, owner.id, tokenOrigins([environment]) ?? []);
    };
    const owner = this.#owners.get(sessionId) ?? read().finally(() => this.#owners.delete(sessionId));
    this.#owners.set(sessionId, owner);
    return owner;
  }

  async #session(sessionId: string): Promise<SessionInfo | undefined> {
    const sessions = await this.#sessions.list();
    return sessions.find(({ id }) => id === sessionId);
  }
}
