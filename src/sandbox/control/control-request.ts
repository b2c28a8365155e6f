import type { Context } from 'hono';
import * as z from 'zod';
import { ApiFailure } from '../api/errors.ts';
import { describeIssues } from '../describe-issues.ts';
import { readBody, type SandboxEnv } from '../web/http.ts';
import type { ControlOperation } from './contract.ts';

/** Path, query and body, checked. Throws ApiFailure whose detail names each field that is wrong. */
export async function readRequest(c: Context<SandboxEnv>, operation: ControlOperation): Promise<unknown> {
  const { params, query, body, mostBytes } = operation;
  // JSON whatever its Content-Type: `curl -d` sends it as a form.
  const text = body && (await readBody(c, mostBytes));
  return orRefuse(() => ({
    ...(params && { params: params.parse(c.req.param()) }),
    ...(query && { query: query.parse(c.req.query()) }),
    ...(body && { body: body.parse(text === '' ? undefined : JSON.parse(text ?? '')) }),
  }));
}

/** Throws ApiFailure where `act` refuses its input. */
export function orRefuse<T>(act: () => T): T {
  try {
    return act();
  } catch (error) {
    if (error instanceof z.ZodError) throw badRequest(describeIssues(error));
    if (error instanceof SyntaxError) throw badRequest(['the whole: is not JSON']);
    if (error instanceof RangeError) throw badRequest([error.message]);
    throw error;
  }
}

export function badRequest(detail: readonly string[]): ApiFailure {
  return new ApiFailure(['VALIDATION'], `The request is not valid: ${detail.join('; ')}.`, ['sandbox.control'], {
    detail,
  });
}
