import type * as z from 'zod';
import { type OddElement, parseWithoutOdd } from '../../common/text/odd-elements.ts';
import { contractBroken } from '../http/response-errors.ts';
import type { TextResponse } from '../http/messages.ts';
import type { ServiceError } from '../model/errors.ts';
import { problemsOf, schemaErrorMessage } from './schema-errors.ts';

type Response = Pick<TextResponse, 'status' | 'headers'>;

export interface ReadAnswer<T> {
  readonly data: T;
  /** List elements that do not match the schema: they are left out of `data`. */
  readonly odd: readonly OddElement[];
}

/**
 * Checks a response against its schema. An invalid list element does not affect the others. Throws ServiceError if the
 * response itself is invalid.
 *
 * @param json must not be used elsewhere, because invalid elements are removed from it
 */
export function readAnswer<T>(response: Response, json: unknown, schema: z.ZodType<T>): ReadAnswer<T> {
  const parsed = parseWithoutOdd(schema, json, schemaErrorMessage);
  if ('error' in parsed) throw contractBroken(response, problemsOf(parsed.error));
  return parsed;
}

/** What is wrong with elements that were left out; undefined if there are none. */
export function unreadOf(response: Response, odd: readonly OddElement[]): ServiceError | undefined {
  return odd.length === 0 ? undefined : contractBroken(response, problemsIn(odd));
}

export function problemsIn(odd: readonly OddElement[]): readonly string[] {
  return problemsOf({ issues: odd.flatMap(({ issues }) => issues) });
}
