import * as z from 'zod';
import type { Clock } from '../../common/clock.ts';
import { Emitter } from '../../common/event.ts';

/** An agent, by the name that it gives itself, and an account that it wants to read, by the ID of its session. */
export interface AgentPair {
  readonly client: string;
  readonly account: string;
}

export interface AgentAccessDeps {
  /** Encrypted by VS Code, so that no agent with a terminal can allow itself anything. */
  readonly secrets: {
    get(key: string): PromiseLike<string | undefined>;
    store(key: string, value: string): PromiseLike<void>;
  };
  /** Asks the person. */
  readonly ask: (pair: AgentPair) => Promise<boolean>;
  readonly clock: Clock;
  /** How long one who asks waits for the person, in milliseconds: clients give up after a minute. */
  readonly patienceMs: number;
}

/** `later`: another agent that was never allowed has been asked about just now; see {@link quietMinutes}. */
export type Verdict = 'allowed' | 'refused' | 'asking' | 'later';

/** One question in so many minutes for all agents that were never allowed: names cost nothing. */
export const quietMinutes = 5;

export const accessKey = 'vehicleData.agentAccess';
const askedKey = 'vehicleData.agentsAsked';
const storedPair = z.object({ client: z.string(), account: z.string() });
/** `at`: when a person was asked last, in milliseconds since 1970. `known`: clients that were allowed at some time. */
const asked = z.object({ at: z.number().catch(NaN), known: z.array(z.string()).catch([]) });
type Asked = z.output<typeof asked>;
const mostKnown = 50;
/** Of those that wait for their question, which a person can put themselves. */
const mostWaiting = 10;

/** Which agents may read which accounts. What was allowed stays until it is taken back, a refusal as long as the window. */
export class AgentAccess {
  readonly #deps: AgentAccessDeps;
  /** Where the secrets can't be written. */
  readonly #here = new Map<string, AgentPair>();
  readonly #refused = new Map<string, AgentPair>();
  /** One question at a time for each pair. */
  readonly #asking = new Map<string, Promise<Verdict>>();
  /** And one on screen: who comes with a new name each time doesn't pile them up. */
  #isOnScreen = false;
  /** Those that nobody was asked about so far, the last one last. */
  readonly #waiting = new Map<string, AgentPair>();
  /** Those that a person wants to be asked about. */
  readonly #invited = new Set<string>();
  /** Where the secrets can't be written. */
  #asked: Asked = { at: NaN, known: [] };
  readonly #didChange = new Emitter<void>();

  /** Something that was allowed may not be any more. */
  readonly onDidChange = this.#didChange.event;

  constructor(deps: AgentAccessDeps) {
    this.#deps = deps;
  }

  async allowed(): Promise<readonly AgentPair[]> {
    return [...new Map([...(await this.#stored()), ...this.#here]).values()];
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

  /** Asks the person where nobody has yet. `asking`: they have not said anything so far; ask again later. */
  async request(pair: AgentPair): Promise<Verdict> {
    const name = nameOf(pair);
    const asking = this.#asking.get(name) ?? this.#decide(pair).finally(() => this.#asking.delete(name));
    this.#asking.set(name, asking);
    let timer: NodeJS.Timeout | undefined;
    const later = new Promise<Verdict>((resolve) => {
      timer = setTimeout(() => resolve('asking'), this.#deps.patienceMs);
    });
    return Promise.race([asking, later]).finally(() => clearTimeout(timer));
  }

  /** For a person: asks now, however short a while ago they were asked about another one. */
  askNow(pair: AgentPair): Promise<Verdict> {
    this.#invited.add(nameOf(pair));
    return this.request(pair);
  }

  /** Takes back what was allowed, or forgets a refusal: the next call asks. Rejects where that can't be stored. */
  async forget(pair: AgentPair): Promise<void> {
    const name = nameOf(pair);
    // At once: the agent's next call may come before the secrets are written.
    this.#invited.add(name);
    this.#refused.delete(name);
    this.#here.delete(name);
    const kept = await this.#read();
    await this.#deps.secrets.store(accessKey, JSON.stringify(kept.filter((each) => nameIn(each) !== name)));
    this.changed();
  }

  /** Another window may have taken something back. */
  changed(): void {
    this.#didChange.fire();
  }

  async #decide(pair: AgentPair): Promise<Verdict> {
    const name = nameOf(pair);
    if (await this.isAllowed(pair)) return 'allowed';
    if (this.#refused.has(name)) return 'refused';
    const mayAsk = await this.#mayAsk(pair);
    if (this.#isOnScreen) return 'asking';
    if (!mayAsk) {
      this.#wait(pair);
      return 'later';
    }
    this.#isOnScreen = true;
    const isAllowed = await this.#ask(pair).finally(() => (this.#isOnScreen = false));
    if (!isAllowed) {
      this.#refused.set(name, pair);
      return 'refused';
    }
    try {
      await this.#deps.secrets.store(accessKey, JSON.stringify([...(await this.#read()), pair]));
    } catch {
      this.#here.set(name, pair);
    }
    return 'allowed';
  }

  async #ask(pair: AgentPair): Promise<boolean> {
    this.#waiting.delete(nameOf(pair));
    this.#invited.delete(nameOf(pair));
    await this.#noteAsked();
    let isAllowed = false;
    try {
      isAllowed = await this.#deps.ask(pair);
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
    return [this.#asked.at, stored.at].every((at) => !(Math.abs(this.#deps.clock.now() - at) < quietMs));
  }

  /** In every window of this VS Code. */
  async #noteAsked(allowed: readonly string[] = []): Promise<void> {
    const { known } = await this.#readAsked();
    const all = [...new Set([...known, ...this.#asked.known, ...allowed])].slice(-mostKnown);
    this.#asked = { at: this.#deps.clock.now(), known: all };
    await Promise.resolve(this.#deps.secrets.store(askedKey, JSON.stringify(this.#asked))).catch(() => undefined);
  }

  async #readAsked(): Promise<Asked> {
    try {
      return asked.parse(JSON.parse((await this.#deps.secrets.get(askedKey)) ?? '{}'));
    } catch {
      return { at: NaN, known: [] };
    }
  }

  #wait(pair: AgentPair): void {
    this.#waiting.delete(nameOf(pair));
    this.#waiting.set(nameOf(pair), pair);
    for (const name of [...this.#waiting.keys()].slice(0, -mostWaiting)) this.#waiting.delete(name);
  }

  async #stored(): Promise<readonly (readonly [string, AgentPair])[]> {
    const entries = await this.#read().catch((): unknown[] => []);
    return entries.flatMap((entry) => {
      const { data } = storedPair.safeParse(entry);
      return data ? [[nameOf(data), data] as const] : [];
    });
  }

  /** Read each time: another window may have changed it. What is no pair, a later version may have put there: it stays. */
  async #read(): Promise<unknown[]> {
    const text = (await this.#deps.secrets.get(accessKey)) ?? '[]';
    try {
      const entries: unknown = JSON.parse(text);
      return Array.isArray(entries) ? (entries as unknown[]) : [];
    } catch {
      return [];
    }
  }
}

function nameIn(entry: unknown): string | undefined {
  const { data } = storedPair.safeParse(entry);
  return data && nameOf(data);
}

function nameOf({ client, account }: AgentPair): string {
  return JSON.stringify([client, account]);
}
