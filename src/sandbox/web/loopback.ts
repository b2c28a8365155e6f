import type { HttpBindings } from '@hono/node-server';
import { createMiddleware } from 'hono/factory';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import type { RuleIds } from '../rules/rules.ts';
import { PageFailure } from './page.ts';

const rules: RuleIds = ['sandbox.loopback'];

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}

/**
 * Refuses requests from a foreign web page: another `Host` means DNS rebinding, another `Origin` on a form means
 * forgery. Any loopback port is accepted, because an editor's server may serve the Connect page through its own port.
 */
export const onlyLoopback = createMiddleware<{ Bindings: HttpBindings }>(async (c, next) => {
  const host = c.req.header('Host');
  if (host === undefined || !isLoopbackHost(host) || !isForThisMachine(c.env.incoming.url)) {
    throw new PageFailure(
      403,
      'The sandbox is available on localhost only.',
      'Open http://localhost with its port.',
      rules,
    );
  }
  const origin = c.req.header('Origin');
  if (c.req.method !== 'GET' && origin !== undefined && !isLoopbackOrigin(origin)) {
    throw new PageFailure(403, 'Requests from other sites are refused.', 'Start again from your application.', rules);
  }
  await next();
});

/** False if the target of a request is a complete URL of another machine, as proxies receive it. */
function isForThisMachine(target = ''): boolean {
  const [, host] = /^[a-z]+:\/\/([^/?#]*)/i.exec(target) ?? [];
  return host === undefined || isLoopbackHost(host);
}

/** The control paths are for programs, and for pages of the sandbox itself. */
export const onlyOwnOrigin = createMiddleware(async (c, next) => {
  const origin = c.req.header('Origin');
  const site = c.req.header('Sec-Fetch-Site');
  const foreign =
    (origin !== undefined && origin !== `http://${c.req.header('Host') ?? ''}`) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (foreign) {
    throw new PageFailure(403, 'The control API refuses requests from other sites.', 'Call it from a program.', rules);
  }
  await next();
});
