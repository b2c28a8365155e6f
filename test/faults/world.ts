import { mkdir, rm } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cache, root } from '../tools/lib/paths.ts';
import { Hygiene } from './hygiene.ts';
import { Gateway } from './service/gateway.ts';
import { startOidcProvider } from './service/oidc-provider.ts';
import { startSandboxService } from './service/sandbox-service.ts';
import type { TokenService } from './service/token-service.ts';
import { type Pace, paceOf } from './pace.ts';
import { Places } from './places.ts';
import { Stage, type StageOptions } from './stage.ts';

/** A service with the way to it. */
interface Connected {
  readonly service: TokenService;
  readonly gateway: Gateway;
}

/** What all runs share: the services, the windows' scripts, the search for secrets. */
export class World {
  readonly hygiene = new Hygiene();
  /** Whether this is the sample of `npm test`. */
  readonly isQuick: boolean;
  readonly pace: Pace;
  /** Seconds that access tokens live where windows race, oidc-provider's too. They are due when a quarter is left. */
  readonly raceLifetimeSeconds: number;
  readonly scripts: { readonly window: string; readonly helper: string };
  readonly #folder: string;
  readonly #places: Places;
  readonly #services: Connected[] = [];
  #sandbox: Promise<Connected> | undefined;
  #strict: Promise<Connected> | undefined;
  #lastStage = 0;

  private constructor(folder: string, scripts: World['scripts'], isQuick: boolean, pace: Pace) {
    this.isQuick = isQuick;
    this.pace = pace;
    this.raceLifetimeSeconds = isQuick ? 8 : 2;
    // The sample is to pass on a machine with other work to do; the plan itself says how wide each scenario is.
    this.#places = new Places(isQuick ? Math.max(3, availableParallelism()) : Infinity);
    this.#folder = folder;
    this.scripts = scripts;
  }

  static async open(isQuick: boolean, speed: number): Promise<World> {
    const folder = join(cache, 'faults', `run-${process.pid}`);
    await mkdir(folder, { recursive: true });
    // One file each: a window starts in a few hundredths of a second.
    await build({
      entryPoints: { window: join(root, 'test/faults/window.ts'), helper: join(root, 'test/faults/helper.ts') },
      outdir: folder,
      outExtension: { '.js': '.mjs' },
      bundle: true,
      platform: 'node',
      target: 'node22',
      format: 'esm',
      // undici is no module.
      banner: { js: `import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);` },
      logLevel: 'warning',
    });
    return new World(
      folder,
      { window: join(folder, 'window.mjs'), helper: join(folder, 'helper.mjs') },
      isQuick,
      paceOf(speed),
    );
  }

  /** A run on a stage before the sandbox, with a new session. */
  async on<T>(options: StageOptions, run: (stage: Stage) => Promise<T>): Promise<T> {
    this.#sandbox ??= this.#add(startSandboxService(this.pace.speed));
    return this.#stage(await this.#sandbox, options, run);
  }

  /** The same before oidc-provider. */
  async onStrict<T>(options: StageOptions, run: (stage: Stage) => Promise<T>): Promise<T> {
    this.#strict ??= this.#add(startOidcProvider(this.raceLifetimeSeconds));
    return this.#stage(await this.#strict, options, run);
  }

  /** What came to an origin that is not the service's. */
  get leaked(): readonly string[] {
    return this.#services.flatMap(({ gateway }) => gateway.leaked);
  }

  async close(): Promise<void> {
    for (const { service, gateway } of this.#services) {
      await gateway.stop();
      await service.stop();
    }
    await rm(this.#folder, { recursive: true, force: true, maxRetries: 3 });
  }

  async #add(starting: Promise<TokenService>): Promise<Connected> {
    const service = await starting;
    const gateway = await Gateway.start(service);
    this.#services.push({ service, gateway });
    return { service, gateway };
  }

  async #stage<T>(from: Connected, options: StageOptions, run: (stage: Stage) => Promise<T>): Promise<T> {
    const folder = join(this.#folder, `stage-${++this.#lastStage}`);
    await mkdir(folder);
    const { scripts, hygiene, pace } = this;
    const stage = await Stage.open({ ...from, folder, scripts, hygiene, pace, places: this.#places }, options);
    return run(stage).finally(() => stage.close());
  }
}
