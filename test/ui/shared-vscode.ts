import { packageProbe } from './probe.ts';
import { ServedExtension } from './served-extension.ts';
import { vsixVariable } from './suite.ts';

let shared: Promise<ServedExtension> | undefined;

/** The one VS Code that tests click in. It starts with the first of them. */
export function sharedVsCode(): Promise<ServedExtension> {
  return (shared ??= start());
}

async function start(): Promise<ServedExtension> {
  const beside = [await packageProbe()];
  return ServedExtension.start('ui', process.env[vsixVariable] ?? '', { beside, asksForTrust: true });
}

/** Called by mocha after the last test. */
export async function mochaGlobalTeardown(): Promise<void> {
  await (await shared)?.stop();
}
