import { parseUrl } from '../../common/missing-in-node-20.ts';
import { t } from '../../common/translate.ts';
import type { AuthorizedCalls } from '../api/authorized-calls.ts';
import { problemsOf, schemaErrorMessage } from '../api/schema-errors.ts';
import type { TextResponse } from '../http/messages.ts';
import { contractBroken, type JsonObject } from '../http/response-errors.ts';
import { listedFailure } from './api-errors.ts';
import { type Connection, connectionList } from './contract.ts';
import { type ConnectionFilter, connectionsEndpoint, pageNumbered } from './endpoints.ts';

/** Of one owner: thousands of vehicles. */
const mostPages = 100;

type Operation = Parameters<typeof connectionsEndpoint>[0];

/** All connections of an owner, from every page. Those of others are left out: a filter may be ignored. */
export async function readConnections(
  calls: AuthorizedCalls,
  operation: Operation,
  filter: ConnectionFilter,
  signal?: AbortSignal,
): Promise<readonly Connection[]> {
  const found = new Map<string, Connection>();
  const asked = new Set<string>();
  let page: string | undefined;
  for (let number = 1; ; number += 1) {
    const before = found.size;
    page = await calls.json(connectionsEndpoint(operation, filter, page), signal, (response, json) => {
      const { connections, next, total } = readPage(response, json);
      for (const each of connections) found.set(each.id, each);
      // Where none is linked, a page with nothing new ends a list that counts more than it has.
      const isMore = found.size > before && found.size < total;
      const query = next ?? (isMore ? pageNumbered(filter, number + 1) : undefined);
      if (query === undefined) return undefined;
      if (asked.has(query)) throw contractBroken(response, [t('links.next: leads back to a page that was read')]);
      if (number >= mostPages) throw contractBroken(response, [t('links.next: more than {0} pages', mostPages)]);
      asked.add(query);
      return query;
    });
    if (page === undefined) break;
  }
  return [...found.values()].filter(({ relationships }) => isOf(filter, relationships));
}

function isOf({ userId, vehicleId }: ConnectionFilter, { user, vehicle }: Connection['relationships']): boolean {
  return user.data.id === userId && (vehicleId === undefined || vehicle.data.id === vehicleId);
}

interface ConnectionPage {
  readonly connections: readonly Connection[];
  /** Query of the next page, as this one links it: the rest of the address is ours. */
  readonly next: string | undefined;
  readonly total: number;
}

function readPage(response: TextResponse, json: JsonObject): ConnectionPage {
  const failure = listedFailure(response, json, { secrets: [] });
  if (failure) throw failure;
  const parsed = connectionList.safeParse(json, { error: schemaErrorMessage });
  if (!parsed.success) throw contractBroken(response, problemsOf(parsed.error));
  const { data, links, meta } = parsed.data;
  return {
    connections: data,
    next: links?.next ? queryOf(links.next, response) : undefined,
    total: meta?.totalCount ?? 0,
  };
}

function queryOf(address: string, response: TextResponse): string {
  const { search } = parseUrl(address, 'https://relative.invalid/') ?? {};
  if (!search) throw contractBroken(response, [`links.next: ${t('invalid format')}`]);
  return search.slice(1);
}
