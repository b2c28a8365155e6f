import { chromium, type Browser, type BrowserServer } from 'playwright-core';
import { launchSharedBrowser } from '../host/browser.ts';

/** Names the browser that all page tests share, whichever process they run in. */
const endpointVariable = 'VEHICLE_DATA_TEST_BROWSER';

let server: BrowserServer | undefined;
let connected: Promise<Browser> | undefined;

/** Called by mocha before the first test file, ahead of its workers. */
export async function mochaGlobalSetup(): Promise<void> {
  server = await launchSharedBrowser();
  process.env[endpointVariable] = server.wsEndpoint();
}

export async function mochaGlobalTeardown(): Promise<void> {
  await server?.close();
}

/** The one browser, over a connection that this process keeps. */
export function sharedBrowser(): Promise<Browser> {
  return (connected ??= chromium.connect(process.env[endpointVariable] ?? ''));
}
