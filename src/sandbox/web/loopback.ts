import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import { createMiddleware } from 'hono/factory';
import { isLoopbackHost } from '../../common/loopback/loopback-listeners.ts';
import type { RuleIds } from '../rules/rules.ts';
import { PageFailure } from './page.ts';
import type { SandboxEnv } from './http.ts';

const rules: RuleIds = ['sandbox.loopback'];

function isLoopbackOrigin(origin: string): boolean {
  return URL.canParse(origin) && isLoopbackHost(new URL(origin).host);
}

/** A page for who asks for one, and JSON for programs. */
class Refusal extends PageFailure {
  constructor(message: string, nextStep: string) {
    super(403, message, nextStep, rules);
  }

  override respond(c: Context<SandboxEnv>): Response | Promise<Response> {
    if (c.req.header('Accept')?.includes('text/html')) return super.respond(c);
    return c.json({ error: this.message, nextStep: this.nextStep }, this.status);
  }
}

/**
 * Refuses requests from a foreign web page: another `Host` means DNS rebinding, another `Origin` on a form means
 * forgery. Any loopback port is accepted, because an editor's server may serve the Connect page through its own port.
 *
 * @param names other names of this machine, by which a container reaches it
 */
export function onlyLoopback(names: readonly string[]) {
  return createMiddleware<{ Bindings: HttpBindings }>(async (c, next) => {
    const host = c.req.header('Host')?.toLowerCase();
    const isNamed = host !== undefined && names.includes(host.replace(/:\d+$/, ''));
    if (host === undefined || !(isNamed || isLoopbackHost(host)) || !isForThisMachine(c.env.incoming.url)) {
      const nextStep = 'Open http://localhost with its port; for a container, start the sandbox with --host NAME.';
      throw new Refusal('The sandbox is available on localhost only.', nextStep);
    }
    const origin = c.req.header('Origin');
    if (c.req.method !== 'GET' && origin !== undefined && !isLoopbackOrigin(origin)) {
      throw new Refusal('Requests from other sites are refused.', 'Start again from your application.');
    }
    await next();
  });
}

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
    throw new Refusal('The control API refuses requests from other sites.', 'Call it from a program.');
  }
  await next();
});
