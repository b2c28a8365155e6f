import type { Context } from 'hono';
import type * as z from 'zod';
import { ApiFailure } from './errors.ts';
import { readBody } from './http.ts';
import { describeIssues } from './scenario.ts';

/** The body, checked. Throws ApiFailure whose detail names each field that is wrong. */
export async function readJson<T extends z.ZodType>(c: Context, schema: T): Promise<z.output<T>> {
  const checked = schema.safeParse(parseJson(await readBody(c.req)));
  if (checked.success) return checked.data;
  throw new ApiFailure(400, 'VALIDATION', 'The body is not what this path takes.', ['sandbox.control'], {
    detail: describeIssues(checked.error),
  });
}

/** Undefined, which no schema takes, where it is not JSON. */
function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
