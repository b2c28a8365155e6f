import { randomUUID } from 'node:crypto';
import * as z from 'zod';
import { ApiFailure, refusals } from './errors.ts';
import { ruleHeaders } from '../rules.ts';
import { describeIssues } from '../world/scenario.ts';
import type { Grant } from '../oauth/token-rules.ts';
import type { Reading, VehicleReads } from './vehicle-reads.ts';

const batch = z.object({ requests: z.array(z.object({ path: z.string() })).min(1) });

/** Public: `{"requests":[{"path":"/odometer"}]}`, read as its paths. Throws ApiFailure. */
export function readBatch(body: string): string[] {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    throw refusals.badParameter(['the whole: is not JSON']);
  }
  const checked = batch.safeParse(content);
  if (!checked.success) throw refusals.badParameter(describeIssues(checked.error));
  return checked.data.requests.map(({ path }) => path);
}

/** Public: the answer to one path of a batch, with a code and headers of its own. */
export function answerBatch(reads: VehicleReads, grant: Grant, id: string, path: string, fetchedAt: string) {
  const requestId = randomUUID();
  const common = { 'content-type': 'application/json', 'sc-request-id': requestId };
  try {
    const { rules, body, records } = readPath(reads, grant, id, path);
    const headers = {
      ...common,
      'sc-data-age': fetchedAt,
      'sc-fetched-at': fetchedAt,
      ...lowerCase(ruleHeaders(rules)),
    };
    return { path, code: 200, headers, body: records ? { records: [...records] } : body };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { retryAfter } = error.details;
    const headers = {
      ...common,
      ...lowerCase(ruleHeaders(error.rules)),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    };
    return { path, code: error.status, headers, body: error.body(requestId) };
  }
}

/** A read by the path below the vehicle, as it may stand in a batch. Throws ApiFailure. */
function readPath(reads: VehicleReads, grant: Grant, id: string, path: string): Reading {
  const [pathname = '', search = ''] = path.split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  const make = /^\/([^/]+)\/charge\/records$/.exec(pathname)?.[1];
  if (make !== undefined) return reads.records(grant, id, make, query);
  switch (pathname) {
    case '/':
      return reads.attributes(grant, id);
    case '/vin':
      return reads.vin(grant, id);
    case '/permissions':
      return reads.permissions(grant, id, query);
    case '/battery/nominal_capacity':
      return reads.capacity(grant, id);
    default:
      throw refusals.unknownPath();
  }
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
