import { randomUUID } from 'node:crypto';
import type { Answer } from '../../http.ts';
import { expect, expectGranted, expectRefused, property, show, Skipped } from '../../rule.ts';
import { errorOf, expectError, partOf, query } from '../resources.ts';
import type { Rule3 } from '../rule.ts';
import type { World3 } from '../world.ts';

/** Refusals that need neither an owner nor a vehicle. */
async function refusals(world: World3): Promise<readonly Answer[]> {
  const unknown = await world.call(`/vehicles/${randomUUID()}`);
  const noPath = await world.call('/no/such/thing');
  return [unknown, noPath, await world.call('/connections', { token: randomUUID() })];
}

export const errorRules: readonly Rule3[] = [
  {
    id: 'v3.bearer.accepted',
    section: 'Access token',
    title: 'The token of the application gives access to the vehicle API',
    basis: 'public',
    buildsOn: ['v3.token.form', 'v3.token.fields'],
    check: async (world) => expectGranted(await world.call('/connections'), 'GET /connections'),
  },
  {
    id: 'v3.errors.list',
    section: 'Errors',
    title: 'A refusal is a list, errors, as JSON:API has it: status as text, a code, and what happened',
    basis: 'public',
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
  },
  {
    id: 'v3.errors.request-id',
    section: 'Errors',
    title: 'A refusal has the ID of the request in meta.debug.requestId',
    basis: 'reported',
    buildsOn: ['v3.errors.list'],
    check: async (world) => {
      for (const answer of await refusals(world)) {
        if (property(errorOf(answer), 'type') === undefined) throw new Skipped('errors of the older form have none');
        const id = partOf(errorOf(answer), 'meta', 'debug', 'requestId');
        expect(typeof id === 'string', `requestId is ${show(id)}`);
      }
    },
  },
  {
    id: 'v3.bearer.required',
    section: 'Access token',
    title: 'Without a token, or with an invented one, the vehicle API refuses',
    basis: 'public',
    buildsOn: ['v3.bearer.accepted'],
    check: async (world) => {
      expectRefused(await world.call('/connections', { token: '' }), 'GET /connections without a token');
      expectRefused(
        await world.call('/connections', { token: randomUUID() }),
        'GET /connections with an invented token',
      );
    },
  },
  {
    id: 'v3.bearer.unauthorized',
    section: 'Errors',
    title: 'An unknown token: 401 UNAUTHORIZED',
    basis: 'reported',
    buildsOn: ['v3.errors.list'],
    check: async (world) => {
      const answer = await world.call('/connections', { token: randomUUID() });
      expectError(answer, 401, ['UNAUTHORIZED'], 'an invented token');
    },
  },
  {
    id: 'v3.headers.request-id',
    section: 'Headers',
    title: 'Each answer has its own SC-Request-Id',
    basis: 'public',
    buildsOn: ['v3.bearer.accepted'],
    check: async (world) => {
      const answers = [await world.call('/connections'), await world.call('/connections')];
      const [first, second] = answers.map(({ headers }) => headers['sc-request-id']);
      expect(first !== undefined && second !== undefined, 'SC-Request-Id is missing');
      expect(first !== second, 'two answers have the same SC-Request-Id');
    },
  },
  {
    id: 'v3.paths.unknown',
    section: 'Errors',
    title: 'An unknown path: 404 INVALID_PATH',
    basis: 'reported',
    buildsOn: ['v3.errors.list'],
    check: async (world) => {
      expectError(await world.call('/no/such/thing'), 404, ['INVALID_PATH', 'NOT_FOUND'], 'an unknown path');
    },
  },
  {
    id: 'v3.input',
    section: 'Errors',
    title: 'A parameter that is none: 400 INVALID_INPUT_FORMAT',
    basis: 'reported',
    buildsOn: ['v3.errors.list'],
    check: async (world) => {
      const answer = await world.call(`/connections${query({ 'page[number]': 'first' })}`);
      expectError(answer, 400, ['INVALID_INPUT_FORMAT', 'BAD_REQUEST'], 'page[number]=first');
    },
  },
];
