import type { Context } from 'hono';
import * as z from 'zod';
import { ApiFailure } from '../api/errors.ts';
import { readBody, type SandboxEnv } from '../http.ts';
import { describeIssues } from '../world/scenario.ts';

/** The body, checked; undefined where there is none. Throws ApiFailure whose detail names each field that is wrong. */
export async function readJson<T extends z.ZodType>(
  c: Context<SandboxEnv>,
  schema: T,
  mostBytes?: number,
): Promise<z.output<T>> {
  const text = await readBody(c, mostBytes);
  return orRefuse(() => schema.parse(text === '' ? undefined : JSON.parse(text)));
}

/** Throws ApiFailure where `act` finds fault with what it was given. */
export function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof z.ZodError) throw badBody(describeIssues(error));
    if (error instanceof SyntaxError) throw badBody(['the whole: is not JSON']);
    if (error instanceof RangeError) throw badBody([error.message]);
    throw error;
  }
}

export function badBody(detail: readonly string[]): ApiFailure {
  return new ApiFailure(400, 'VALIDATION', `Not what this path takes: ${detail.join('; ')}.`, ['sandbox.control'], {
    detail,
  });
}
