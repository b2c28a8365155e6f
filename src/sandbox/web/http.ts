import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';
import type * as z from 'zod';
import type { RuleIds } from '../rules/rules.ts';
import type { Grant } from '../world/stored-state.ts';
import type { Operation } from '../rules/operations.ts';

/** Data that the handlers of one request share. */
export interface SandboxEnv {
  Bindings: HttpBindings;
  Variables: {
    requestId: string;
    /** Whether errors of version 3 have a type; set by a variant. */
    v3Errors: 'typed' | 'untyped';
    /** The rules that the response demonstrates: those of the operation, unless it is refused. */
    rules: RuleIds;
    /** The name of the operation, and the ID of the fault that was applied. */
    operation: Operation | undefined;
    fault: number | undefined;
    /** What a refused request should have been. */
    hint: string | undefined;
    /** What the access token gives access to; set by `bearer`. */
    grant: Grant;
  };
}

/** A refused request. Each API of the service formats refusals in its own way. */
export abstract class Failure extends Error {
  readonly rules: RuleIds;
  /**
   * What to do instead, if the mistake is a known one. The service has no such hints, so this is not part of the body.
   */
  hint?: string;

  constructor(message: string, rules: RuleIds) {
    super(message);
    this.rules = rules;
  }

  withHint(hint: string | undefined): this {
    if (hint !== undefined) this.hint = hint;
    return this;
  }

  abstract respond(c: Context<SandboxEnv>): Response | Promise<Response>;
}

/** One line per problem: where it is, and what is wrong. */
export function describeIssues(error: z.ZodError): string[] {
  return error.issues.flatMap((issue) => describeIssue(issue, []));
}

function describeIssue(issue: z.core.$ZodIssue, above: readonly PropertyKey[]): string[] {
  const path = [...above, ...issue.path];
  // If several shapes are possible, the one that matches except for something inside it.
  const meant =
    issue.code === 'invalid_union'
      ? issue.errors.find((inner) => inner.every((each) => each.path.length > 0))
      : undefined;
  if (meant) return meant.flatMap((inner) => describeIssue(inner, path));
  return [`${path.map(String).join('.') || 'the whole'}: ${issue.message}`];
}

const maxBodyBytes = 64 * 1024;

/** The body as text; see {@link readBytes}. */
export async function readBody(c: Context<SandboxEnv>, mostBytes = maxBodyBytes): Promise<string> {
  return (await readBytes(c, mostBytes)).toString('utf8');
}

/** Rejects with a Failure if the body is larger than any form or command of the sandbox. */
export function readBytes(c: Context<SandboxEnv>, mostBytes = maxBodyBytes): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  const { incoming } = c.env;
  // By Node's events: iterators and web streams cost more than all the processing.
  return new Promise((resolve, reject) => {
    if (incoming.destroyed && !incoming.complete) reject(new Error('the request was broken off'));
    incoming.on('data', (chunk: Uint8Array) => {
      bytes += chunk.length;
      if (bytes > mostBytes) reject(new BodyTooLarge(mostBytes));
      else chunks.push(chunk);
    });
    incoming.once('end', () => resolve(Buffer.concat(chunks))).once('error', reject);
  });
}

class BodyTooLarge extends Failure {
  constructor(mostBytes: number) {
    super(`The body exceeds ${mostBytes} bytes.`, ['sandbox.body-size']);
  }

  override respond(c: Context<SandboxEnv>): Response {
    return c.text(this.message, 413);
  }
}
