import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import type { RuleIds } from '../behavior-basis.ts';
import { Failure } from '../web/failure.ts';
import type { SandboxEnv } from '../web/http.ts';
import { errorList } from './error-body.ts';

/** A refusal of version 3, as a JSON:API list of errors. */
class Version3Failure extends Failure {
  readonly status: ContentfulStatusCode;
  readonly type: string;
  readonly code: string;

  constructor(
    status: ContentfulStatusCode,
    [type, code]: readonly [type: string, code: string],
    detail: string,
    rules: RuleIds,
  ) {
    super(detail, rules);
    this.status = status;
    this.type = type;
    this.code = code;
  }

  override respond(c: Context<SandboxEnv>): Response {
    const { status, type, code, message: detail } = this;
    return c.json(errorList({ status, type, code, detail, requestId: c.get('requestId') }), status);
  }
}

/** Every refusal of version 3, by the rule that it enforces. */
export const refusals = {
  unknownPath: (path: string) =>
    new Version3Failure(404, ['RESOURCE_NOT_FOUND', 'INVALID_PATH'], `There is nothing at ${path}.`, ['data.path']),
  internal: () =>
    new Version3Failure(500, ['SERVER', 'INTERNAL'], 'The sandbox failed; its error output says why.', [
      'sandbox.failure',
    ]),
};
