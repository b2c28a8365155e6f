import { existsSync, readFileSync } from 'node:fs';
import { Hono } from 'hono';
import * as z from 'zod';
import { readJson } from './control-json.ts';
import type { SandboxEnv } from '../http.ts';
import type { Leases } from './leases.ts';

/** `id` is the holder's own choice; a holder renews every third of its `ttlSeconds`. */
export const leaseSchema = z.strictObject({
  id: z.string().min(1).max(200),
  ttlSeconds: z.number().positive().max(86_400),
});

export interface ProcessParts {
  readonly leases: Leases;
  /** Ends the sandbox. Called once the answer has gone out. */
  readonly stop: () => void;
}

/** Who runs here, for whom, and how to end it. */
export function processRoutes({ leases, stop }: ProcessParts): Hono<SandboxEnv> {
  const routes = new Hono<SandboxEnv>();

  routes.post('/sandbox/lease', async (c) => {
    const { id, ttlSeconds } = await readJson(c, leaseSchema);
    leases.take(id, ttlSeconds);
    return c.json({ leases: leases.count });
  });

  routes.delete('/sandbox/lease/:id', (c) => {
    leases.release(c.req.param('id'));
    return c.json({ leases: leases.count });
  });

  routes.post('/sandbox/stop', (c) => {
    c.env.outgoing.once('close', stop);
    return c.json({ stopping: true }, 202);
  });

  return routes;
}

/** Of the package around this file; sources and the built file lie at different depths of it. */
export const sandboxVersion = (() => {
  const file = ['../package.json', '../../../package.json']
    .map((path) => new URL(path, import.meta.url))
    .find((url) => existsSync(url));
  const content: unknown = file === undefined ? {} : JSON.parse(readFileSync(file, 'utf8'));
  return z.looseObject({ version: z.string().default('unknown') }).parse(content).version;
})();
