import { writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { pathToFileURL } from 'node:url';
import type { TokenPair } from '../../src/service/oauth/token-endpoint.ts';
import { writePair } from './window/control-client.ts';
import type { Hygiene } from './hygiene.ts';
import type { Pace } from './pace.ts';
import type { Places } from './places.ts';
import type { Verdict } from './plan.ts';
import { replicaGeneration, seedSession, storedGeneration } from './seed.ts';
import type { Gateway } from './service/gateway.ts';
import type { Line } from './service/line.ts';
import type { IssuedPair, TokenService } from './service/token-service.ts';
import type { WindowAnswer, WindowSettings } from './window/messages.ts';
import { planStrike, type StrikePlan, struckProcess } from './window/strike-plan.ts';
import { wasServiceSlow } from './too-late.ts';
import { WindowProcess } from './window/window-process.ts';

export interface StageOptions {
  readonly mode?: WindowSettings['mode'];
  /** Seconds that the access token still lives at first, and that each later one is said to live. */
  readonly lifetimeSeconds?: number;
}

export interface WindowOptions extends Partial<
  Pick<WindowSettings, 'mode' | 'watches' | 'secretFault' | 'diskFault' | 'timing'>
> {
  /** Whether refreshes get a process of their own, which outlives the window. */
  readonly helper?: boolean;
}

interface StageParts {
  readonly service: TokenService;
  readonly gateway: Gateway;
  readonly folder: string;
  readonly scripts: { readonly window: string; readonly helper: string };
  readonly hygiene: Hygiene;
  readonly pace: Pace;
  readonly places: Places;
}

/** One run: a session of its own, its folder, its line to the service, its windows. */
export class Stage {
  readonly #parts: StageParts;
  readonly #mode: WindowSettings['mode'];
  readonly #windows: WindowProcess[] = [];
  readonly line: Line;
  /** What the session began with. */
  readonly pair: IssuedPair;

  private constructor(parts: StageParts, mode: WindowSettings['mode'], line: Line, pair: IssuedPair) {
    this.#parts = parts;
    this.#mode = mode;
    this.line = line;
    this.pair = pair;
  }

  static async open(parts: StageParts, { mode = 'core', lifetimeSeconds }: StageOptions): Promise<Stage> {
    await parts.places.take();
    const { service, gateway, folder } = parts;
    const line = gateway.open();
    line.lifetimeSeconds = lifetimeSeconds;
    const { pair, tokens } = await grantOf(service, line);
    if (mode === 'core') await seedSession(folder, service.clientId, tokens);
    else writePair(folder, tokens);
    return new Stage(parts, mode, line, pair);
  }

  /** A pair of a further visit of the owner to Connect. */
  async newTokens(): Promise<TokenPair> {
    return (await grantOf(this.#parts.service, this.line)).tokens;
  }

  get folder(): string {
    return this.#parts.folder;
  }

  get pace(): Pace {
    return this.#parts.pace;
  }

  /** Resolves when the grace is over for all that was spent by now. */
  graceOver(): Promise<void> {
    return this.pause(this.pace.graceMs * 1.15);
  }

  /** Waits for milliseconds in which this run has nothing to do; others may begin meanwhile. */
  pause(ms: number): Promise<void> {
    return this.#parts.places.leaveFor(delay(Math.max(0, ms)));
  }

  window({ helper: hasHelper = false, ...options }: WindowOptions = {}): WindowProcess {
    const { scripts, folder, service } = this.#parts;
    const window = new WindowProcess(scripts.window, {
      mode: this.#mode,
      folder,
      authUrl: this.line.authUrl,
      clientId: service.clientId,
      clientSecret: service.clientSecret,
      timing: this.pace.timing,
      ...(hasHelper && { helper: this.#writeHelper(options) }),
      ...options,
    });
    this.#windows.push(window);
    return window;
  }

  /** A helper is told nothing but its job; what is to go wrong in it stands in its script. */
  #writeHelper({ diskFault }: WindowOptions): string {
    const { scripts, folder } = this.#parts;
    const file = join(folder, `helper-${this.#windows.length}.mjs`);
    const told = [folder, diskFault].map((value) => JSON.stringify(value) ?? 'undefined').join(', ');
    const from = pathToFileURL(scripts.helper).href;
    writeFileSync(file, `import { runStruckHelper } from '${from}';\nawait runStruckHelper(${told});\n`);
    return file;
  }

  strike(plan: StrikePlan): void {
    planStrike(this.folder, plan);
  }

  /** The process that reached the planned point, if one did. */
  get struck(): number | undefined {
    return struckProcess(this.folder);
  }

  /** The generation that is stored, 0 where none can be read. */
  get generation(): number {
    return storedGeneration(this.folder);
  }

  /** Whether SecretStorage has a copy of that generation. */
  hasReplica(generation: number): boolean {
    return replicaGeneration(this.folder) === generation;
  }

  /** Whether the answer names a token that the service accepts now. */
  async works(answer: WindowAnswer | undefined): Promise<boolean> {
    const token = answer && 'token' in answer ? this.line.issued.get(answer.token) : undefined;
    return token !== undefined && (await this.#parts.service.accepts(token));
  }

  /**
   * The question of every run: does a fresh process, from what is stored only, get a working session? It asks for a new
   * pair, so that both tokens are put to the test, and asks again where it is told to.
   */
  async verdict(also: Partial<Verdict> = {}): Promise<Verdict> {
    const startedAt = performance.now();
    const fresh = this.window();
    let answer = await fresh.ask({ do: 'token', force: true });
    for (let tries = 1; tries < 3 && answer && 'failed' in answer && answer.why === 'retry'; tries++) {
      answer = await fresh.ask({ do: 'token', force: true });
    }
    const recoveryMs = performance.now() - startedAt;
    const works = await this.works(answer);
    await fresh.kill();
    const { sends, generations } = this.line;
    return {
      lost: !works,
      struck: true,
      extra: sends.length - generations,
      isTooLate: wasServiceSlow(sends, this.pace),
      ...(works && { recoveryMs }),
      ...also,
    };
  }

  /** Every token of this run, and the client secret. */
  secrets(): string[] {
    return [...this.line.issued.values(), this.#parts.service.clientSecret];
  }

  /** Ends what is left, and searches all that the run left behind for secrets. */
  async close(): Promise<void> {
    await Promise.all(this.#windows.map((window) => window.kill()));
    const { hygiene, folder, gateway } = this.#parts;
    if (this.#mode === 'core') {
      const secrets = this.secrets();
      await hygiene.searchFolder(folder, secrets);
      for (const { output } of this.#windows) hygiene.searchText('what a window wrote', output, secrets);
    }
    gateway.close(this.line);
    this.#parts.places.give();
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 });
  }
}

async function grantOf(service: TokenService, line: Line): Promise<{ pair: IssuedPair; tokens: TokenPair }> {
  const pair = await service.newPair();
  line.issue(pair.accessToken, pair.refreshToken);
  const issuedAt = Date.now();
  const tokens = {
    ...pair,
    issuedAt,
    accessTokenExpiresAt: issuedAt + (line.lifetimeSeconds ?? 7200) * 1000,
    refreshTokenExpiresAt: issuedAt + 60 * 86_400_000,
  };
  return { pair, tokens };
}
