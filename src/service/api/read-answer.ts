import type * as z from 'zod';
import { type OddElement, parseWithoutOdd } from '../../common/text/odd-elements.ts';
import { contractBroken } from '../http/response-errors.ts';
import type { TextResponse } from '../http/messages.ts';
import type { ServiceError } from '../model/errors.ts';
import { problemsOf, schemaErrorMessage } from './schema-errors.ts';

type Response = Pick<TextResponse, 'status' | 'headers'>;

export interface ReadAnswer<T> {
  readonly data: T;
  /** Elements of its lists that are not as they should be: they are left out of `data`. */
  readonly odd: readonly OddElement[];
}

/**
 * An answer by its schema. One odd element of a list takes no other away. Throws ServiceError where the answer itself is
 * not as it should be.
 *
 * @param json nobody else holds it
 */
export function readAnswer<T>(response: Response, json: unknown, schema: z.ZodType<T>): ReadAnswer<T> {
  const parsed = parseWithoutOdd(schema, json, schemaErrorMessage);
  if ('error' in parsed) throw contractBroken(response, problemsOf(parsed.error));
  return parsed;
}

/** What is wrong with elements that were left out; undefined where there are none. */
export function unreadOf(response: Response, odd: readonly OddElement[]): ServiceError | undefined {
  return odd.length === 0 ? undefined : contractBroken(response, problemsIn(odd));
}

export function problemsIn(odd: readonly OddElement[]): readonly string[] {
  return problemsOf({ issues: odd.flatMap(({ issues }) => issues) });
}
