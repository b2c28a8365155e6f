import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { cache, root } from '../tools/lib/paths.ts';
import { Hygiene } from './hygiene.ts';
import { Gateway } from './service/gateway.ts';
import { startOidcProvider } from './service/oidc-provider.ts';
import { startSandboxService } from './service/sandbox-service.ts';
import type { TokenService } from './service/token-service.ts';
import { paceOf } from './pace.ts';
import type { Pace } from './pace.ts';
import { Stage } from './stage.ts';
import type { StageOptions } from './stage.ts';

/** Seconds that oidc-provider lets an access token live. */
const strictLifetimeSeconds = 2;

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
  readonly scripts: { readonly window: string; readonly helper: string };
  readonly #folder: string;
  readonly #services: Connected[] = [];
  #sandbox: Promise<Connected> | undefined;
  #strict: Promise<Connected> | undefined;
  #lastStage = 0;

  private constructor(folder: string, scripts: World['scripts'], isQuick: boolean, pace: Pace) {
    this.isQuick = isQuick;
    this.pace = pace;
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
      logLevel: 'warning',
    });
    return new World(
      folder,
      { window: join(folder, 'window.mjs'), helper: join(folder, 'helper.mjs') },
      isQuick,
      paceOf(speed),
    );
  }

  /** A stage before the sandbox, with a new session. */
  async stage(options: StageOptions = {}): Promise<Stage> {
    this.#sandbox ??= this.#add(startSandboxService(this.pace.speed));
    return this.#stage(await this.#sandbox, options);
  }

  /** A stage before oidc-provider. */
  async strictStage(options: StageOptions = {}): Promise<Stage> {
    this.#strict ??= this.#add(startOidcProvider(strictLifetimeSeconds));
    return this.#stage(await this.#strict, options);
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

  async #stage(from: Connected, options: StageOptions): Promise<Stage> {
    const folder = join(this.#folder, `stage-${++this.#lastStage}`);
    await mkdir(folder);
    return Stage.open({ ...from, folder, scripts: this.scripts, hygiene: this.hygiene, pace: this.pace }, options);
  }
}
