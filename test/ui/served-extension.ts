import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import type { Browser } from 'playwright-core';
import { launchBrowser } from '../host/browser.ts';
import { installHost, type Host } from '../host/install.ts';
import { serveAsUsersHaveIt, type ServedCode } from '../host/server.ts';
import { Workbench } from '../host/workbench.ts';
import { freshFolder } from '../tools/lib/paths.ts';
import { startSandbox, type RunningSandbox } from '../tools/lib/sandbox.ts';

/** The packaged extension in a served VS Code, a sandbox for it and a headless browser. All of it starts empty. */
export class ServedExtension {
  readonly host: Host;
  readonly sandbox: RunningSandbox;
  readonly #server: ServedCode;
  readonly #browser: Browser;
  readonly #folder: string;

  private constructor(
    parts: { host: Host; sandbox: RunningSandbox; server: ServedCode; browser: Browser },
    folder: string,
  ) {
    this.host = parts.host;
    this.sandbox = parts.sandbox;
    this.#server = parts.server;
    this.#browser = parts.browser;
    this.#folder = folder;
  }

  /** `name` is that of its folder in the cache. */
  static async start(name: string, vsix: string): Promise<ServedExtension> {
    const host = await installHost('current');
    const home = await freshFolder(name);
    const folder = join(home, 'folder');
    await mkdir(folder);
    const sandbox = await startSandbox(join(home, 'sandbox.log'), '--state', join(home, 'sandbox.json'));
    const [server, browser] = await Promise.all([
      serveAsUsersHaveIt(host, { home, vsix, env: sandbox.env }),
      launchBrowser(),
    ]);
    return new ServedExtension({ host, sandbox, server, browser }, folder);
  }

  /**
   * A window of a person who has never been here: signed out, nothing remembered. It goes with its browser context.
   * `colorScheme` is what the person's system prefers.
   */
  async newWindow(options: { colorScheme?: 'light' | 'dark' } = {}): Promise<Workbench> {
    const context = await this.#browser.newContext({
      viewport: { width: 1280, height: 860 },
      colorScheme: options.colorScheme ?? 'dark',
    });
    context.setDefaultTimeout(30_000);
    const workbench = new Workbench(await context.newPage());
    await workbench.open(this.#server.url, this.#folder);
    return workbench;
  }

  async stop(): Promise<void> {
    await this.#browser.close();
    await this.#server.stop();
    await this.sandbox.stop();
  }
}
