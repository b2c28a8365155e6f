import type * as z from 'zod';
import { type OddElement, parseWithoutOdd } from '../../common/text/odd-elements.ts';
import { contractBroken } from '../http/response-errors.ts';
import type { TextResponse } from '../http/messages.ts';
import type { ServiceError } from '../model/errors.ts';
import { t } from '../../common/translate.ts';

type Response = Pick<TextResponse, 'status' | 'headers'>;

interface ReadAnswer<T> {
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

type Issue = z.core.$ZodRawIssue;

/**
 * What is wrong with a field of a response, in the user's language. Names types and what the contract allows, never
 * values.
 */
export function schemaErrorMessage(issue: Issue): string {
  if (issue.input === undefined) return t('missing');
  switch (issue.code) {
    case 'invalid_type':
      return t('expected {0}, received {1}', typeWord(issue.expected), typeWord(typeOf(issue.input)));
    case 'invalid_value':
      return t('expected {0}', issue.values.map(String).join(' | '));
    default:
      return t('invalid format');
  }
}

function typeOf(value: unknown): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'array' : typeof value;
}

function typeWord(type: string): string {
  switch (type) {
    case 'string':
      return t('text');
    case 'number':
      return t('a number');
    case 'int':
      return t('a whole number');
    case 'boolean':
      return t('true or false');
    case 'array':
      return t('a list');
    case 'object':
      return t('an object');
    default:
      return type;
  }
}

const maxProblems = 5;

/** The issues of a schema that uses `schemaErrorMessage`, as `field: expected …, received …`. */
export function problemsOf({ issues }: { readonly issues: readonly z.core.$ZodIssue[] }): string[] {
  const shown = issues.slice(0, maxProblems).map(({ path, message }) => {
    const field = path.length === 0 ? t('body') : path.join('.');
    return `${field}: ${message}`;
  });
  const hidden = issues.length - shown.length;
  return hidden === 0 ? shown : [...shown, t('and {0} more', hidden)];
}
