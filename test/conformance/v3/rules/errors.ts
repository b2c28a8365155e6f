import { randomUUID } from 'node:crypto';
import type { Answer } from '../../http.ts';
import { expect, expectGranted, expectRefused, property, type Rule, rulesOf, show, Skipped } from '../../rule.ts';
import { errorOf, expectError, partOf, query } from '../resources.ts';
import type { World3 } from '../world.ts';

const rule = rulesOf<World3>({ section: 'Errors', buildsOn: ['v3.errors.list'] });

/** Refusals that need neither an owner nor a vehicle. */
async function refusals(world: World3): Promise<readonly Answer[]> {
  const unknown = await world.call(`/vehicles/${randomUUID()}`);
  const noPath = await world.call('/no/such/thing');
  return [unknown, noPath, await world.call('/connections', { token: randomUUID() })];
}

export const errorRules: readonly Rule<World3>[] = [
  rule('v3.bearer.accepted', {
    public: 'The token of the application gives access to the vehicle API',
    section: 'Access token',
    buildsOn: ['v3.token.form', 'v3.token.fields'],
    check: async (world) => expectGranted(await world.call('/connections'), 'GET /connections'),
  }),
  rule('v3.errors.list', {
    public: 'A refusal is a list, errors, as JSON:API has it: status as text, a code, and what happened',
    buildsOn: ['v3.bearer.accepted'],
    check: async (world) => {
      for (const answer of await refusals(world)) {
        const error = errorOf(answer);
        expectRefused(answer, 'a request that can not be answered');
        expect(error !== undefined, `the body is ${show(answer.json)}`);
        const [status, code] = [property(error, 'status'), property(error, 'code')];
        expect(status === String(answer.status), `status ${show(status)} with ${answer.status}`);
        expect(typeof code === 'string', `code is ${show(code)}`);
        expect(typeof (property(error, 'detail') ?? property(error, 'title')) === 'string', 'no title and no detail');
      }
    },
  }),
  rule('v3.errors.request-id', {
    reported: 'A refusal has the ID of the request in meta.debug.requestId',
    check: async (world) => {
      for (const answer of await refusals(world)) {
        if (property(errorOf(answer), 'type') === undefined) throw new Skipped('errors of the older form have none');
        const id = partOf(errorOf(answer), 'meta', 'debug', 'requestId');
        expect(typeof id === 'string', `requestId is ${show(id)}`);
      }
    },
  }),
  rule('v3.bearer.required', {
    public: 'Without a token, or with an invented one, the vehicle API refuses',
    section: 'Access token',
    buildsOn: ['v3.bearer.accepted'],
    check: async (world) => {
      expectRefused(await world.call('/connections', { token: '' }), 'GET /connections without a token');
      expectRefused(
        await world.call('/connections', { token: randomUUID() }),
        'GET /connections with an invented token',
      );
    },
  }),
  rule('v3.bearer.unauthorized', {
    reported: 'An unknown token: 401 UNAUTHORIZED',
    check: async (world) => {
      const answer = await world.call('/connections', { token: randomUUID() });
      expectError(answer, 401, ['UNAUTHORIZED'], 'an invented token');
    },
  }),
  rule('v3.headers.request-id', {
    public: 'Each answer has its own SC-Request-Id',
    section: 'Headers',
    buildsOn: ['v3.bearer.accepted'],
    check: async (world) => {
      const answers = [await world.call('/connections'), await world.call('/connections')];
      const [first, second] = answers.map(({ headers }) => headers['sc-request-id']);
      expect(first !== undefined && second !== undefined, 'SC-Request-Id is missing');
      expect(first !== second, 'two answers have the same SC-Request-Id');
    },
  }),
  rule('v3.paths.unknown', {
    reported: 'An unknown path: 404 INVALID_PATH',
    check: async (world) => {
      expectError(await world.call('/no/such/thing'), 404, ['INVALID_PATH', 'NOT_FOUND'], 'an unknown path');
    },
  }),
  rule('v3.input', {
    reported: 'A parameter that is none: 400 INVALID_INPUT_FORMAT',
    check: async (world) => {
      const answer = await world.call(`/connections${query({ 'page[number]': 'first' })}`);
      expectError(answer, 400, ['INVALID_INPUT_FORMAT', 'BAD_REQUEST'], 'page[number]=first');
    },
  }),
];
