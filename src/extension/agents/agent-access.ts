import * as z from 'zod';
import { now } from '../../common/clock.ts';
import type { Event } from '../../common/event.ts';
import type { AgentPermissions } from '../auth/sessions/agent-permissions.ts';

/** An agent, by the name it gives itself, and an account that it wants to read, by the ID of its session. */
export interface AgentPair {
  readonly client: string;
  readonly account: string;
}

/** Where it is noted when the person was asked. */
interface Secrets {
  get(key: string): PromiseLike<string | undefined>;
  store(key: string, value: string): PromiseLike<void>;
}

/** `later`: the person has just been asked about an agent that was never allowed before; see {@link quietMinutes}. */
export type Verdict = 'allowed' | 'refused' | 'asking' | 'later';

/**
 * The person is asked about agents that were never allowed at most once in this many minutes, because an agent can make
 * up any number of names.
 */
export const quietMinutes = 5;

const askedKey = 'vehicleData.agentsAsked';
/**
 * `at`: when the person was last asked, in milliseconds since 1970. `known`: clients that were allowed at some time.
 */
const asked = z.object({ at: z.number().catch(NaN), known: z.array(z.string()).catch([]) });
type Asked = z.output<typeof asked>;
const mostKnown = 50;
/** The most agents on the waiting list, from which the person can choose to be asked. No later one displaces them. */
const mostWaiting = 1000;

/** Asks the person. `isWanted`: who has just chosen to decide. */
type Ask = (pair: AgentPair, isWanted: boolean) => Promise<boolean>;

/** Which agents may read which accounts. Permission lasts until it is revoked, a refusal until the window closes. */
export class AgentAccess {
  readonly #permissions: AgentPermissions;
  readonly #secrets: Secrets;
  readonly #askPerson: Ask;
  readonly #patienceMs: number;
  /** Permissions that could not be stored. */
  readonly #here = new Map<string, AgentPair>();
  readonly #refused = new Map<string, AgentPair>();
  /** The open question of each pair, so that nobody is asked twice at the same time. */
  readonly #asking = new Map<string, Promise<Verdict>>();
  /**
   * What is being asked. An agent brings up one question at a time, so that one that changes its name each time cannot
   * pile them up.
   */
  readonly #open = new Map<string, AgentPair>();
  /** Pairs about which the person has not been asked yet, the newest last. */
  readonly #waiting = new Map<string, AgentPair>();
  /** Pairs about which the person wants to be asked. */
  readonly #invited = new Set<string>();
  /** A copy in memory, in case the secrets cannot be written. */
  #asked: Asked = { at: NaN, known: [] };

  /** Fires when a permission may have been revoked. */
  readonly onDidChange: Event<void>;

  /** @param patienceMs how long a request waits for the person, in milliseconds; clients give up after a minute */
  constructor(permissions: AgentPermissions, secrets: Secrets, ask: Ask, patienceMs: number) {
    this.#permissions = permissions;
    this.onDidChange = permissions.onDidChange;
    this.#secrets = secrets;
    this.#askPerson = ask;
    this.#patienceMs = patienceMs;
  }

  async allowed(): Promise<readonly AgentPair[]> {
    const stored = await this.#permissions.list().catch(() => []);
    const pairs = stored
      .map((name) => JSON.parse(name) as [string, string])
      .map(([client, account]) => ({ client, account }));
    return [...new Map([...pairs, ...this.#here.values()].map((pair) => [nameOf(pair), pair])).values()];
  }

  refused(): readonly AgentPair[] {
    return [...this.#refused.values()];
  }

  waiting(): readonly AgentPair[] {
    return [...this.#waiting.values()];
  }

  async isAllowed(pair: AgentPair): Promise<boolean> {
    return (await this.allowed()).some((each) => nameOf(each) === nameOf(pair));
  }

  /** Asks the person unless they have already decided. `asking`: they have not answered yet; try again later. */
  async request(pair: AgentPair, isWanted = false): Promise<Verdict> {
    const name = nameOf(pair);
    const asking = this.#asking.get(name) ?? this.#decide(pair, isWanted).finally(() => this.#asking.delete(name));
    this.#asking.set(name, asking);
    let timer: NodeJS.Timeout | undefined;
    const later = new Promise<Verdict>((resolve) => {
      timer = setTimeout(() => resolve('asking'), this.#patienceMs);
    });
    return Promise.race([asking, later]).finally(() => clearTimeout(timer));
  }

  /** For use by the person: asks now, even if they have just been asked about another agent. */
  askNow(pair: AgentPair): Promise<Verdict> {
    this.#invited.add(nameOf(pair));
    return this.request(pair, true);
  }

  /** Revokes a permission, or forgets a refusal: the next request asks again. Rejects if that cannot be stored. */
  async forget(pair: AgentPair): Promise<void> {
    const name = nameOf(pair);
    // At once: the agent's next call may come before it is stored.
    this.#invited.add(name);
    this.#refused.delete(name);
    this.#here.delete(name);
    await this.#permissions.remove(name);
  }

  /** The pairs about which a notification asks. */
  open(): readonly AgentPair[] {
    return [...this.#open.values()];
  }

  async #decide(pair: AgentPair, isWanted: boolean): Promise<Verdict> {
    const name = nameOf(pair);
    if (await this.isAllowed(pair)) return 'allowed';
    if (this.#refused.has(name)) return 'refused';
    const mayAsk = await this.#mayAsk(pair);
    if (!isWanted && (!mayAsk || this.#open.size > 0)) {
      this.#wait(pair);
      return mayAsk ? 'asking' : 'later';
    }
    this.#open.set(name, pair);
    const isAllowed = await this.#ask(pair, isWanted).finally(() => this.#open.delete(name));
    if (!isAllowed) {
      this.#refused.set(name, pair);
      return 'refused';
    }
    try {
      await this.#permissions.add(name);
    } catch {
      this.#here.set(name, pair);
    }
    return 'allowed';
  }

  async #ask(pair: AgentPair, isWanted: boolean): Promise<boolean> {
    this.#waiting.delete(nameOf(pair));
    this.#invited.delete(nameOf(pair));
    await this.#noteAsked();
    let isAllowed = false;
    try {
      isAllowed = await this.#askPerson(pair, isWanted);
    } finally {
      await this.#noteAsked(isAllowed ? [pair.client] : []);
    }
    return isAllowed;
  }

  async #mayAsk({ client, account }: AgentPair): Promise<boolean> {
    if (this.#invited.has(nameOf({ client, account }))) return true;
    const stored = await this.#readAsked();
    const isKnown = [...stored.known, ...this.#asked.known].includes(client);
    if (isKnown || (await this.allowed()).some((each) => each.client === client)) return true;
    const quietMs = quietMinutes * 60_000;
    return [this.#asked.at, stored.at].every((at) => !(Math.abs(now() - at) < quietMs));
  }

  /** Stored for all windows of this VS Code. */
  async #noteAsked(allowed: readonly string[] = []): Promise<void> {
    const { known } = await this.#readAsked();
    const all = [...new Set([...known, ...this.#asked.known, ...allowed])].slice(-mostKnown);
    this.#asked = { at: now(), known: all };
    await Promise.resolve(this.#secrets.store(askedKey, JSON.stringify(this.#asked))).catch(() => undefined);
  }

  async #readAsked(): Promise<Asked> {
    try {
      return asked.parse(JSON.parse((await this.#secrets.get(askedKey)) ?? '{}'));
    } catch {
      return { at: NaN, known: [] };
    }
  }

  #wait(pair: AgentPair): void {
    if (this.#waiting.size < mostWaiting) this.#waiting.set(nameOf(pair), pair);
  }
}

export function nameOf({ client, account }: AgentPair): string {
  return JSON.stringify([client, account]);
}
