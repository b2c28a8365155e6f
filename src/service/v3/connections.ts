import { parseUrl } from '../../common/missing-in-node-20.ts';
import * as z from 'zod';
import { isRecord } from '../../common/is-record.ts';
import type { OddElement } from '../../common/text/odd-elements.ts';
import { t } from '../../common/translate.ts';
import type { AuthorizedCalls, Endpoint } from '../api/authorized-calls.ts';
import { problemsIn, readAnswer, unreadOf } from '../api/read-answer.ts';
import type { TextResponse } from '../http/messages.ts';
import { contractBroken, type JsonObject } from '../http/response-errors.ts';
import type { ServiceError } from '../model/errors.ts';
import { listedFailure } from './api-errors.ts';
import { connectionList, connectionOwner, type ConnectionReference } from './contract.ts';

/** The filters of a list of connections (reported, but for their names). */
export interface ConnectionFilter {
  readonly userId: string;
  readonly vehicleId?: string | undefined;
  /** Without it, only live ones. */
  readonly mode?: 'simulated' | undefined;
}

/** @param page the query that the previous page links; omitted for the first page */
export function connectionsEndpoint(
  operation: 'vehicles' | 'permissions' | 'disconnect',
  filter: ConnectionFilter,
  page?: string,
): Endpoint {
  return { operation, path: `/connections?${page ?? firstPage(filter)}`, isStored: true };
}

/** This size has been requested and granted (reported); no source gives the maximum. */
const pageSize = 100;

function firstPage({ userId, vehicleId, mode }: ConnectionFilter): string {
  const query = new URLSearchParams({ 'filter[userId]': userId });
  if (vehicleId !== undefined) query.set('filter[vehicleId]', vehicleId);
  if (mode !== undefined) query.set('filter[vehicle.mode]', mode);
  query.set('page[size]', String(pageSize));
  return query.toString();
}

/** A page by its number, if no link leads to it. */
function pageNumbered(filter: ConnectionFilter, number: number): string {
  const query = new URLSearchParams(firstPage(filter));
  query.set('page[number]', String(number));
  return query.toString();
}

/** Enough for thousands of vehicles of one owner. */
const mostPages = 100;

type Operation = Parameters<typeof connectionsEndpoint>[0];

/** Connections of one owner. */
export interface Connections<T> {
  readonly listed: readonly T[];
  /** IDs of all vehicles with a connection, readable or not, in the service's order. */
  readonly vehicleIds: readonly string[];
  /** What is wrong with connections that can't be read, by vehicle. */
  readonly odd: ReadonlyMap<string, ServiceError>;
  /** What is wrong with elements that don't say whose they are, or with elements within connections. */
  readonly unread: ServiceError | undefined;
}

/**
 * All connections of an owner, from every page. Those of other owners are left out, because the service may ignore the
 * filter.
 */
export async function readConnections<T extends ConnectionReference>(
  calls: AuthorizedCalls,
  operation: Operation,
  filter: ConnectionFilter,
  schema: z.ZodType<T>,
  signal?: AbortSignal,
): Promise<Connections<T>> {
  const found = new Map<string, T>();
  const vehicleIds = new Set<string>();
  const odd = new Map<string, ServiceError>();
  const unread: OddElement[] = [];
  let lastResponse: TextResponse | undefined;
  const seen = new Set<string>();
  const asked = new Set<string>();
  let page: string | undefined;
  for (let number = 1; ; number += 1) {
    const before = seen.size;
    page = await calls.json(connectionsEndpoint(operation, filter, page), signal, (response, json) => {
      const { elements, connections, odd: oddHere, next, total } = readPage(response, json, schema);
      lastResponse = response;
      for (const element of elements) {
        seen.add(keyOf(element));
        const of = ownerOf(element);
        if (of && isOf(filter, of)) vehicleIds.add(of.vehicle.data.id);
      }
      for (const each of connections) if (isOf(filter, each.relationships)) found.set(each.id, each);
      for (const each of oddHere) {
        const of = ownerOf(elements[Number(each.path[1])]);
        const isWhole = each.path.length === 2;
        if (!of || (!isWhole && isOf(filter, of))) unread.push(each);
        else if (isOf(filter, of)) odd.set(of.vehicle.data.id, contractBroken(response, problemsIn([each])));
      }
      // If no next page is linked, a page with nothing new ends a list whose total is too high.
      const isMore = seen.size > before && seen.size < total;
      const query = next ?? (isMore ? pageNumbered(filter, number + 1) : undefined);
      if (query === undefined) return undefined;
      if (asked.has(query)) throw contractBroken(response, [t('links.next: leads back to a page that was read')]);
      if (number >= mostPages) throw contractBroken(response, [t('links.next: more than {0} pages', mostPages)]);
      asked.add(query);
      return query;
    });
    if (page === undefined) break;
  }
  return {
    ...{ listed: [...found.values()], vehicleIds: [...vehicleIds], odd },
    unread: lastResponse && unreadOf(lastResponse, unread),
  };
}

function ownerOf(element: unknown): ConnectionReference['relationships'] | undefined {
  return connectionOwner.safeParse(element).data?.relationships;
}

/** A key that identifies the same element on different pages. */
function keyOf(element: unknown): string {
  if (isRecord(element) && typeof element.id === 'string') return element.id;
  try {
    return JSON.stringify(element);
  } catch {
    return '…';
  }
}

function isOf(
  { userId, vehicleId }: ConnectionFilter,
  { user, vehicle }: ConnectionReference['relationships'],
): boolean {
  return user.data.id === userId && (vehicleId === undefined || vehicle.data.id === vehicleId);
}

interface ConnectionPage<T> {
  /** As received. */
  readonly elements: readonly unknown[];
  readonly connections: readonly T[];
  readonly odd: readonly OddElement[];
  /** Query of the next page from this page's link; the rest of the address is not taken from the link. */
  readonly next: string | undefined;
  readonly total: number;
}

function readPage<T>(response: TextResponse, json: JsonObject, schema: z.ZodType<T>): ConnectionPage<T> {
  const failure = listedFailure(response, json, { secrets: [] });
  if (failure) throw failure;
  const elements: readonly unknown[] = Array.isArray(json.data) ? [...(json.data as unknown[])] : [];
  const { data: page, odd } = readAnswer(response, json, connectionList.extend({ data: z.array(schema) }));
  const { data, links, meta } = page;
  return {
    ...{ elements, connections: data, odd },
    next: links?.next ? queryOf(links.next, response) : undefined,
    total: meta?.totalCount ?? 0,
  };
}

function queryOf(address: string, response: TextResponse): string {
  const { search } = parseUrl(address, 'https://relative.invalid/') ?? {};
  if (!search) throw contractBroken(response, [`links.next: ${t('invalid format')}`]);
  return search.slice(1);
}
