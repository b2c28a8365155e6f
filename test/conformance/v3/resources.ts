import type { Answer } from '../http.ts';
import { expect, property, show } from '../rule.ts';

/** What stands below these names. Undefined where there is nothing. */
export function partOf(value: unknown, ...names: readonly string[]): unknown {
  return names.reduce(property, value);
}

/** The `data` of a list; empty where it is no array. */
export function listOf({ json }: Answer): readonly unknown[] {
  return listIn(property(json, 'data'));
}

/** Empty where it is no array. */
export function listIn(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as unknown[]) : [];
}

export function idsOf(answer: Answer): readonly string[] {
  return listOf(answer).map((resource) => String(property(resource, 'id')));
}

/** A single signal is the answer itself (public), or its `data` (reported). */
export function singleOf({ json }: Answer): unknown {
  return property(json, 'data') ?? json;
}

/** The first error of a refusal. */
export function errorOf({ json }: Answer): unknown {
  const errors = property(json, 'errors');
  return Array.isArray(errors) ? (errors as unknown[])[0] : undefined;
}

/** Newer copies have a code for each case, older ones `not_found` and the like: both will do. */
export function expectError(answer: Answer, status: number, codes: readonly string[], what: string): void {
  expect(answer.status === status, `${what}: expected ${status}, got ${answer.status}`);
  const code = property(errorOf(answer), 'code');
  const known = codes.includes(String(code).toUpperCase());
  expect(known, `${what}: expected ${codes.join(' or ')}, got ${show(code)}`);
}

export function query(fields: Readonly<Record<string, string | number>>): string {
  const pairs = Object.entries(fields).map(([name, value]): [string, string] => [name, String(value)]);
  return `?${new URLSearchParams(pairs).toString()}`;
}
