import type * as z from 'zod';
import { describeIssues } from '../web/http.ts';
import { refusals } from './errors.ts';
import type { Variants } from './variants.ts';

/** The part of a list to send. Page numbers start at 1. */
export interface Page {
  readonly number: number;
  readonly size: number;
}

/** `meta` and `links` of a list, which accompany its `data`. */
export function listEnvelope(
  url: string,
  query: URLSearchParams,
  { number, size }: Page,
  total: number,
  variants: Variants,
) {
  const last = Math.max(1, Math.ceil(total / size));
  const at = (page: number) => {
    const parameters = new URLSearchParams(query);
    parameters.set('page[number]', String(page));
    parameters.set('page[size]', String(size));
    return `${url}?${parameters.toString()}`;
  };
  return {
    meta: { [variants.listMeta]: number, pageSize: size, totalCount: total },
    links: {
      self: at(number),
      first: at(1),
      [variants.listLinks]: number > 1 ? at(Math.min(number - 1, last)) : null,
      next: number < last ? at(number + 1) : null,
      last: at(last),
    },
  };
}

export function pageOf<Item>(items: readonly Item[], { number, size }: Page): readonly Item[] {
  return items.slice((number - 1) * size, number * size);
}

/** The query, checked. Throws a Failure that says what is wrong. */
export function readQuery<Shape extends z.ZodType>(shape: Shape, query: URLSearchParams): z.output<Shape> {
  const { data, error } = shape.safeParse(Object.fromEntries(query));
  if (error) throw refusals.badInput(describeIssues(error).join('; '));
  return data;
}
