import type { BrowserContext, Route } from 'playwright-core';

/**
 * A served VS Code opens pages of this machine below `/proxy/PORT/` of its own address. The bare server that runs the
 * host tests doesn't serve that path, and up to 1.105 the workbench leaves the page's own path and query out of it.
 */
export async function followProxyPaths(context: BrowserContext): Promise<void> {
  await context.route(/\/proxy\/\d+\//, toThePort);
  await context.route('**/vs/code/browser/workbench/workbench.js', keepWholePath);
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

async function keepWholePath(route: Route): Promise<void> {
  const response = await route.fetch();
  const body = (await response.text()).replace(
    withoutPath,
    (_, uri: string, before: string, result: string, parsed: string) =>
      `resolveExternalUri:${uri}=>{${before}{const whole=${parsed};` +
      `${result}=whole.with({path:whole.path.replace(/\\/$/,"")+${uri}.path,query:${uri}.query})}}`,
  );
  await route.fulfill({ response, body });
}
