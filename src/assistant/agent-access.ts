import * as z from 'zod';

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
  /** How long one who asks waits for the person, in milliseconds: clients give up after a minute. */
  readonly patienceMs: number;
}

export type Verdict = 'allowed' | 'refused' | 'asking';

const key = 'vehicleData.agentAccess';
const stored = z.array(z.object({ client: z.string(), account: z.string() }));

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

  constructor(deps: AgentAccessDeps) {
    this.#deps = deps;
  }

  async allowed(): Promise<readonly AgentPair[]> {
    const all = new Map([...(await this.#stored()), ...this.#here.values()].map((each) => [nameOf(each), each]));
    return [...all.values()];
  }

  refused(): readonly AgentPair[] {
    return [...this.#refused.values()];
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

  /** Takes back what was allowed, or forgets a refusal: the next call asks. */
  async forget(pair: AgentPair): Promise<void> {
    const name = nameOf(pair);
    this.#refused.delete(name);
    this.#here.delete(name);
    const others = (await this.#stored()).filter((each) => nameOf(each) !== name);
    await this.#deps.secrets.store(key, JSON.stringify(others));
  }

  async #decide(pair: AgentPair): Promise<Verdict> {
    if (await this.isAllowed(pair)) return 'allowed';
    if (this.#refused.has(nameOf(pair))) return 'refused';
    if (this.#isOnScreen) return 'asking';
    this.#isOnScreen = true;
    const isAllowed = await this.#deps.ask(pair).finally(() => (this.#isOnScreen = false));
    if (!isAllowed) {
      this.#refused.set(nameOf(pair), pair);
      return 'refused';
    }
    try {
      await this.#deps.secrets.store(key, JSON.stringify([...(await this.#stored()), pair]));
    } catch {
      this.#here.set(nameOf(pair), pair);
    }
    return 'allowed';
  }

  /** Read each time: another window may have changed it. */
  async #stored(): Promise<readonly AgentPair[]> {
    try {
      return stored.parse(JSON.parse((await this.#deps.secrets.get(key)) ?? '[]'));
    } catch {
      return [];
    }
  }
}

function nameOf({ client, account }: AgentPair): string {
  return JSON.stringify([client, account]);
}
