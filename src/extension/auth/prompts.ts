import { setTimeout as delay } from 'node:timers/promises';
import * as vscode from 'vscode';
import type { Disposable } from '../../common/event.ts';
import { errorName, log } from '../../common/logger.ts';
import { t } from '../../common/translate.ts';
import type { ServiceEnvironment } from '../../service/model/environment.ts';
import { isSandboxEnvironment } from '../environments/settings/environment-entry.ts';
import { isPublicVersion3, tokenOrigins, type Environments } from '../environments/settings/environments.ts';
import { window } from '../window/window.ts';
import { hasOwnTokens, isBoundTo, isDead, type StoredSession } from './sessions/stored-session.ts';
import type { WindowSessions } from './window-sessions.ts';

const askedName = 'vehicleData.askedAddresses';

/** How long other windows wait, so that the one whose command noticed asks first, in milliseconds. */
const waitForCommandMs = 1_000;

/**
 * What a window asks by itself: to connect an account again whose access has ended, and whether tokens may follow an
 * environment to other addresses. Each is asked once, in the one window that has the focus.
 */
export class Prompts implements Disposable {
  readonly #own: Pick<WindowSessions, 'sessions' | 'store' | 'vault'>;
  readonly #environments: Environments;
  readonly #memory: Pick<vscode.Memento, 'get' | 'update'>;
  readonly #subscriptions: readonly Disposable[];
  /** Sessions that need their owner, with their generations, that this window has dealt with. */
  readonly #seen = new Set<string>();
  /** Sessions whose request is on screen in this window. */
  readonly #open = new Set<string>();
  #addresses: Promise<void> = Promise.resolve();

  /** @param memory shared by all windows: what was asked about addresses */
  constructor(
    own: Pick<WindowSessions, 'sessions' | 'store' | 'vault'>,
    environments: Environments,
    memory: Pick<vscode.Memento, 'get' | 'update'>,
  ) {
    this.#own = own;
    this.#environments = environments;
    this.#memory = memory;
    this.#subscriptions = [
      own.sessions.onDidChange(() => void this.check()),
      // An environment that was changed may have a client secret but no session.
      environments.onDidChange(() => void this.#checkAddresses(environments.current())),
    ];
  }

  /** Looks for what has to be asked. Never rejects. */
  async check(): Promise<void> {
    await Promise.all([this.#checkAccess(), this.#checkAddresses()]);
  }

  /** Asks to connect a session again whose access has ended, even if that was asked before. False if it has not. */
  async askAgain(sessionId: string): Promise<boolean> {
    const session = (await this.#own.sessions.stored()).find((each) => each.id === sessionId && isDead(each));
    if (session) void this.#askToReconnect(session, true);
    return session !== undefined;
  }

  dispose(): void {
    for (const subscription of this.#subscriptions) subscription.dispose();
  }

  async #checkAccess(): Promise<void> {
    if (!vscode.window.state.focused) return;
    const dead = (await this.#own.sessions.stored()).filter(isDead);
    await Promise.all(dead.map((session) => this.#askToReconnect(session)));
  }

  async #askToReconnect({ id, generation, account, environment }: StoredSession, isWanted = false): Promise<void> {
    if (!isWanted && this.#seen.has(`${id} ${generation}`)) return;
    this.#seen.add(`${id} ${generation}`);
    if (!isWanted) await delay(waitForCommandMs);
    const isFirst = await this.#own.store.noteTold(id, generation).catch((error: unknown) => {
      // Better to ask twice than never.
      log.debug(`Session ${id}: no note of the request to reconnect: ${errorName(error)}`);
      return true;
    });
    if (!(isFirst || isWanted) || this.#open.has(id)) return;
    this.#open.add(id);
    const again = vscode.l10n.t('Connect Again');
    const message = vscode.l10n.t('Access to {0} has ended. The owner has to grant it again.', account.label);
    const choice = await window.showWarningMessage(message, again);
    this.#open.delete(id);
    if (choice !== again) return;
    await vscode.commands.executeCommand('vehicleData.connect', { environment });
  }

  /** Concurrent calls run one after the other. */
  #checkAddresses(also?: string): Promise<void> {
    this.#addresses = this.#addresses
      .then(() => this.#lookAtAddresses(also))
      .catch((error: unknown) => log.warn(`The addresses of sessions can't be checked: ${errorName(error)}`));
    return this.#addresses;
  }

  async #lookAtAddresses(also: string | undefined): Promise<void> {
    const stored = await this.#own.sessions.stored();
    const names = [...stored.map(({ environment }) => environment), ...(also === undefined ? [] : [also])];
    for (const name of new Set(names.filter((each) => !isSandboxEnvironment(each)))) {
      // An environment that is missing or incomplete gets no tokens anyway.
      const versions = await versionsOf(this.#environments, name).catch(() => []);
      const ofEnvironment = stored.filter((session) => session.environment === name);
      if (versions.length > 0) await this.#lookAt(name, versions, ofEnvironment);
    }
  }

  async #lookAt(name: string, versions: readonly ServiceEnvironment[], sessions: readonly StoredSession[]) {
    const to = tokenOrigins(versions) ?? [];
    const moved = sessions.filter((session) => !isBoundTo(session, originsFor(session, versions)));
    const bound = await Promise.all(
      versions.map(async (environment) => ({
        environment,
        origins: await this.#environments.secretOrigins(environment),
      })),
    );
    const secrets = bound.filter(
      ({ environment, origins }) => origins.length > 0 && !origins.includes(new URL(environment.authUrl).origin),
    );
    if ((moved.length === 0 && secrets.length === 0) || !vscode.window.state.focused) return;
    if (!(await this.#isFirst(name, to))) return;
    const from = new Set([...moved, ...secrets].flatMap(({ origins }) => origins ?? []));
    for (const origin of to) from.delete(origin);
    // Not awaited: other environments and sessions are looked at meanwhile.
    void this.#askAboutAddress(name, [...from], to).then(async (isAllowed) => {
      if (!isAllowed) return;
      try {
        for (const { id } of moved) await this.#own.vault.allow(id, to);
        for (const environment of versions) await this.#environments.allowSecret(environment);
      } catch (error) {
        log.error(`“${name}” is not allowed to use its new address: ${errorName(error)}`);
      }
    });
  }

  /** Anything but the one button means no. */
  async #askAboutAddress(name: string, from: readonly string[], to: readonly string[]): Promise<boolean> {
    const send = vscode.l10n.t('Send There');
    const message = t(
      '“{0}” now points to {1}. Its tokens and client secret belong to {2}. Send them to the new address?',
      name,
      to.join(', '),
      from.join(', '),
    );
    return (await window.showWarningMessage(message, vscode.l10n.t('Don’t Send'), send)) === send;
  }

  async #isFirst(name: string, to: readonly string[]): Promise<boolean> {
    const asked = this.#memory.get<Readonly<Record<string, string>>>(askedName) ?? {};
    if (asked[name] === to.join(' ')) return false;
    await this.#memory.update(askedName, { ...asked, [name]: to.join(' ') });
    return true;
  }
}

async function versionsOf(environments: Environments, name: string): Promise<readonly ServiceEnvironment[]> {
  const versions = await environments.versions(name);
  return Promise.all(versions.map((version) => environments.resolve(name, version)));
}

/** What the session has to be bound to: not to version 3 before it is used there, if that needs no question. */
function originsFor(session: StoredSession, versions: readonly ServiceEnvironment[]): readonly string[] | undefined {
  const hasTokens = hasOwnTokens(session);
  const isNew = hasTokens && session.ownerId === undefined;
  const isNeeded = (environment: ServiceEnvironment) =>
    environment.version === '3' ? !isNew || !isPublicVersion3(environment) : hasTokens;
  return tokenOrigins(versions.filter(isNeeded));
}
