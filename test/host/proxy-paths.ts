import type { BrowserContext, Route } from 'playwright-core';
import type { WorkbenchChange } from './changed-host.ts';
import type { Host } from './install.ts';

/**
 * A served VS Code opens pages of this machine below `/proxy/PORT/` of its own address. The bare server that runs the
 * host tests doesn't serve that path: this leads to the page itself.
 */
export async function followProxyPaths(context: BrowserContext): Promise<void> {
  await context.route(/\/proxy\/\d+\//, toThePort);
}

async function toThePort(route: Route): Promise<void> {
  const location = route
    .request()
    .url()
    .replace(/^(https?:\/\/[^/:]+)(?::\d+)?\/proxy\/(\d+)/, '$1:$2');
  await route.fulfill({ status: 302, headers: { location } });
}

const withoutPath =
  /resolveExternalUri:(\w+)=>\{(.{0,400}?)(\w+)=(\w+\.parse\(new URL\(\w+,window\.location\.href\)\.toString\(\)\))\}/;

/** The mend for a host whose workbench leaves a page's own path and query out of its address below `/proxy/PORT/`. */
export function mendedPaths(host: Host): readonly WorkbenchChange[] {
  return host.losesPaths ? [withWholePaths] : [];
}

function withWholePaths(workbench: string): string {
  if (!withoutPath.test(workbench)) throw new Error('The workbench opens pages of this machine in another way');
  return workbench.replace(
    withoutPath,
    (_, uri: string, before: string, result: string, parsed: string) =>
      `resolveExternalUri:${uri}=>{${before}{const whole=${parsed};` +
      `${result}=whole.with({path:whole.path.replace(/\\/$/,"")+${uri}.path,query:${uri}.query})}}`,
  );
}
