import { Hono } from 'hono';
import { apiVersion } from '../../service/v3/contract.ts';
import { addRules, type SandboxEnv, withRules } from '../web/http.ts';
import type { Webhook, Webhooks } from '../webhooks/webhooks.ts';
import { refusals } from './errors.ts';
import { webhookOperation, webhooksOperation, webhooksQuery } from './operations.ts';
import { listEnvelope, pageOf, readQuery } from './pages.ts';
import type { Variants } from './variants.ts';

interface WebhookRoutesParts {
  readonly baseUrl: string;
  readonly webhooks: Webhooks;
  readonly variants: Variants;
}

/** Webhooks, part of the management API, which shows them but neither creates nor changes any. */
export function webhookRoutes({ baseUrl, webhooks, variants }: WebhookRoutesParts): Hono<SandboxEnv> {
  const base = `${baseUrl}/${apiVersion}/webhooks`;
  const routes = new Hono<SandboxEnv>();

  routes.get(webhooksOperation.path, withRules('v3.webhooks.list', 'v3.list.meta', 'v3.list.links'), (c) => {
    const query = new URL(c.req.url).searchParams;
    const wanted = readQuery(webhooksQuery, query);
    const tests: readonly [string | undefined, (webhook: Webhook) => string | null][] = [
      [wanted['filter[name]'], ({ name }) => name],
      [wanted['filter[callbackUri]'], ({ callbackUri }) => callbackUri],
    ];
    if (tests.some(([part]) => part !== undefined)) addRules(c, 'v3.webhooks.filters');
    const found = webhooks.list.filter((webhook) =>
      tests.every(([part = '', of]) => (of(webhook) ?? '').toLowerCase().includes(part.toLowerCase())),
    );
    const page = { number: wanted['page[number]'], size: wanted['page[size]'] };
    return c.json({
      data: pageOf(found, page).map((webhook) => resource(base, webhook)),
      ...listEnvelope(base, query, page, found.length, variants),
    });
  });

  routes.get(webhookOperation.path, withRules('v3.webhooks.one'), (c) => {
    const id = c.req.param('id') ?? '';
    const webhook = webhooks.list.find((each) => each.id === id);
    if (!webhook) throw refusals.unknownWebhook(id);
    return c.json({ data: resource(base, webhook) });
  });

  return routes;
}

function resource(base: string, { id, createdAt, verifiedUri: _, ...attributes }: Webhook) {
  return {
    id,
    type: 'webhook',
    attributes,
    meta: { createdAt: new Date(createdAt).toISOString() },
    links: { self: `${base}/${id}` },
  };
}
