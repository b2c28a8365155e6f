import { randomUUID } from 'node:crypto';
import { describeIssues } from '../describe-issues.ts';
import { ruleHeaders } from '../behavior-basis.ts';
import { ApiFailure, refusals } from './errors.ts';
import { batchRequest, type ReadOperation } from './operations.ts';
import type { Reading, ReadRequest, VehicleReads } from './vehicle-reads.ts';

/** Public: `{"requests":[{"path":"/odometer"}]}`; returns the paths. Throws ApiFailure. */
export function readBatch(body: string): string[] {
  let content: unknown;
  try {
    content = JSON.parse(body);
  } catch {
    throw refusals.badParameter(['the whole: is not JSON']);
  }
  const checked = batchRequest.safeParse(content);
  if (!checked.success) throw refusals.badParameter(describeIssues(checked.error));
  return checked.data.requests.map(({ path }) => path);
}

type OneVehicle = Pick<ReadRequest, 'grant' | 'id'>;

/** Public: the response to one path of a batch, with its own code and headers. */
export function answerBatch(
  operations: readonly ReadOperation[],
  reads: VehicleReads,
  vehicle: OneVehicle,
  path: string,
  fetchedAt: string,
) {
  const requestId = randomUUID();
  const common = { 'content-type': 'application/json', 'sc-request-id': requestId };
  try {
    const { rules, body, records } = readPath(operations, reads, vehicle, path);
    const headers = {
      ...common,
      'sc-data-age': fetchedAt,
      'sc-fetched-at': fetchedAt,
      ...lowerCase(ruleHeaders(rules)),
    };
    return {
      path,
      code: 200,
      headers,
      body: records ? { records: [...records].map((text) => JSON.parse(text) as unknown) } : body,
    };
  } catch (error) {
    if (!(error instanceof ApiFailure)) throw error;
    const { retryAfter } = error.details;
    const { status, body } = error.answer(requestId);
    const headers = {
      ...common,
      ...lowerCase(ruleHeaders(error.rules)),
      ...(retryAfter !== undefined && { 'retry-after': String(retryAfter) }),
    };
    return { path, code: status, headers, body };
  }
}

/**
 * Finds the read for a path below the vehicle, as written in a batch: `/` for the vehicle itself. Throws ApiFailure.
 */
function readPath(
  operations: readonly ReadOperation[],
  reads: VehicleReads,
  vehicle: OneVehicle,
  path: string,
): Reading {
  const [pathname = '', search = ''] = path.split('?', 2);
  const query = Object.fromEntries(new URLSearchParams(search));
  for (const operation of operations) {
    const below = operation.path.split('/:id')[1] ?? '';
    const match = new RegExp(`^${(below || '/').replace(':make', '([^/]+)')}$`).exec(pathname);
    if (match) return operation.read(reads, { ...vehicle, query, make: match[1] ?? '' });
  }
  throw refusals.unknownPath();
}

function lowerCase(headers: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
