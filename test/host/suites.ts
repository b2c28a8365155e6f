import { rm } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { build } from '../tools/lib/build.ts';
import type { Outcome } from '../tools/lib/outcome.ts';
import { cache } from '../tools/lib/paths.ts';
import { issuedName } from '../tools/lib/issued.ts';
import { startNotingSandbox } from '../tools/lib/sandbox.ts';
import { outcomeOf, type Suite } from '../tools/lib/suites.ts';
import { closedPort } from '../unit/service/http/proxies.ts';
import { desktopObstacle, runSuiteInDesktop } from './desktop.ts';
import { hostVersions, type HostName } from './install.ts';
import { runSuiteInServer } from './run-suite.ts';
import { filesVariable, routesFile } from './suite/told.ts';

/**
 * Builds, then runs the one suite of `test/host/suite` in every VS Code that this machine can have: served, in the
 * current and the floor version, and desktop VS Code where it can be had, or is demanded by the option `--desktop`.
 * Files that are named run in the current version alone.
 */
export const runHostSuites: Suite = async (files, options) => {
  const isWhole = files.length === 0;
  const names = isWhole ? (Object.keys(hostVersions) as HostName[]) : (['current'] as const);
  const chosen: Record<string, string> = isWhole
    ? {}
    : { [filesVariable]: files.map((file) => basename(file)).join(',') };
  await build();
  const outcomes: Outcome[] = [];
  const run = async (kind: string, name: HostName, suite: HostSuite, env: Readonly<Record<string, string>>) => {
    outcomes.push(
      await outcomeOf(`host, ${kind} VS Code ${hostVersions[name].vscode}`, (outcome) =>
        withSandbox(name, (sandbox) => suite(name, { ...outcome, ...sandbox, ...env })),
      ),
    );
  };
  const runAll = async (kind: string, suite: HostSuite, env = chosen) => {
    for (const name of names) await run(kind, name, suite, env);
  };

  const isDesktopDemanded = options.includes('--desktop');
  if (process.platform !== 'win32') {
    await runAll('served', runSuiteInServer);
    if (isWhole) await runAll('served, for its ways,', runSuiteInServer, { [filesVariable]: routesFile });
    if (isWhole || files.some((file) => basename(file) === routesFile))
      await run('served, with a proxy of variables,', 'current', runSuiteInServer, await proxyVariables());
  }
  if (!isWhole && !isDesktopDemanded) return outcomes;
  const obstacle = isDesktopDemanded ? undefined : await desktopObstacle();
  if (obstacle) console.log(`\n--- host, desktop VS Code: not run, ${obstacle}`);
  else await runAll('desktop', runSuiteInDesktop);
  return outcomes;
};

type HostSuite = (name: HostName, env: Record<string, string>) => Promise<number>;

/** For a VS Code in which Node's own `fetch` goes by the variables, too. The test itself is the proxy. */
async function proxyVariables(): Promise<Readonly<Record<string, string>>> {
  const proxy = `http://127.0.0.1:${await closedPort()}`;
  return { [filesVariable]: routesFile, NODE_USE_ENV_PROXY: '1', HTTP_PROXY: proxy, HTTPS_PROXY: proxy };
}

/** A sandbox of its own for each run, which grants what is asked: in the extension host no one can press a button. */
async function withSandbox<T>(name: HostName, use: (env: Readonly<Record<string, string>>) => Promise<T>): Promise<T> {
  const file = join(cache, `host-tests/sandbox-${name}`);
  // The last of the tests looks there for what this sandbox has issued.
  const issued = `${file}-${issuedName}`;
  await rm(issued, { force: true });
  const sandbox = await startNotingSandbox(`${file}.log`, issued, '--auto-approve');
  try {
    return await use(sandbox.env);
  } finally {
    await sandbox.stop();
  }
}
