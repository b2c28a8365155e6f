import { appendFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type { Page } from 'playwright-core';
import { dist, freshFolder, root } from '../tools/lib/paths.ts';
import { testLimitMs } from '../tools/lib/patience.ts';
import { launchBrowser } from './browser.ts';
import { hostWith } from './changed-host.ts';
import type { HostName } from './install.ts';
import { followProxyPaths } from './proxy-paths.ts';
import { serveForTests } from './server.ts';
import { reportPrefix } from './suite/told.ts';

/**
 * Runs the suite of `test/host/suite`, or another entry file, built before, inside the extension host of a served VS
 * Code, with the extension that lies in `extension`. Prints its report and resolves to the exit code; everything else
 * that VS Code says goes to a log.
 *
 * @param deadline how long VS Code may take over all of it, in milliseconds
 */
export async function runSuiteInServer(
  name: HostName,
  env: Record<string, string>,
  entry = 'index',
  extension = root,
  deadline = 2 * testLimitMs,
): Promise<number> {
  const host = await hostWith(name);
  const home = await freshFolder(`host-tests/${name}`);
  const server = await serveForTests(host, { home, env });
  try {
    const browser = await launchBrowser();
    try {
      const page = await browser.newPage();
      await followProxyPaths(page.context());
      const url = `${server.url}/?payload=${payload(entry, extension)}`;
      return await runInPage(page, url, join(home, 'window.log'), deadline);
    } finally {
      await browser.close();
    }
  } finally {
    await server.stop();
  }
}

async function runInPage(page: Page, url: string, log: string, deadline: number): Promise<number> {
  const { promise: exited, resolve } = Promise.withResolvers<number>();
  // The two functions that VS Code's smoke test driver calls.
  await page.exposeFunction('codeAutomationExit', resolve);
  await page.exposeFunction('codeAutomationLog', (type: string, values: unknown[]) => {
    const text = values.map(String).join(' ');
    if (text.startsWith(reportPrefix)) console.log(text.slice(reportPrefix.length));
    else appendFileSync(log, `${type} ${text}\n`);
  });
  await page.goto(url);

  const late = new AbortController();
  const code = await Promise.race([
    exited,
    delay(deadline, undefined, { signal: late.signal }).then(() => `VS Code did not finish in ${deadline} ms`),
    new Promise<string>((crashed) => page.once('crash', () => crashed('The page of VS Code crashed'))),
  ]);
  late.abort();
  if (typeof code === 'number') return code;
  throw new Error(`${code}. Its log is ${log}`);
}

function payload(entry: string, extension: string): string {
  const told = [
    ['extensionDevelopmentPath', remote(extension)],
    ['extensionTestsPath', remote(join(dist, `test/${entry}.cjs`))],
    ['skipWelcome', 'true'],
    ['skipReleaseNotes', 'true'],
    // This VS Code has no writer of logs, and keeps each line of them in memory.
    ['logLevel', 'error'],
  ];
  return encodeURIComponent(JSON.stringify(told));
}

function remote(path: string): string {
  return `vscode-remote://remote${path}`;
}
