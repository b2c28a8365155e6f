import { changesAnswer, answerOf, type Body, changesBody, mendsRequest, withBody } from '../altering.ts';
import type { Defect } from '../broken-service.ts';
import { answersInstead, asError, isApi, isToken, mendsQuery, ownToken, refusal } from './altering.ts';

const unauthorized = answerOf(401, { error: 'invalid_client', error_description: 'no' });

export const accessDefects: readonly (() => Defect)[] = [
  // The token endpoint
  answersInstead(
    'v3.token.form',
    'takes no credentials in a form',
    (request) => isToken(request) && request.form.has('client_secret'),
    unauthorized,
  ),
  answersInstead(
    'v3.token.json',
    'takes no JSON',
    (request) => isToken(request) && request.json !== undefined,
    unauthorized,
  ),
  answersInstead(
    'v3.token.basic',
    'takes no HTTP Basic',
    (request) => isToken(request) && request.headers.authorization !== undefined,
    unauthorized,
  ),
  changesBody('v3.token.fields', 'has an access token that is a number', isToken, (body) => ({
    ...body,
    access_token: 7,
  })),
  changesBody('v3.token.fields', 'has another token type', isToken, (body) => ({ ...body, token_type: 'mac' })),
  changesBody('v3.token.expires-in', 'gives two hours', isToken, (body) => ({ ...body, expires_in: 7200 })),
  changesBody('v3.token.no-refresh-token', 'has a refresh token', isToken, (body) => ({
    ...body,
    refresh_token: 'one',
  })),
  mendsRequest('v3.token.grant-type-required', 'guesses the grant', isToken, ({ form }) => {
    if (form.has('client_id') && !form.has('grant_type')) form.set('grant_type', 'client_credentials');
  }),
  mendsRequest('v3.token.grant-type', 'takes any grant', isToken, ({ form }) => {
    if (form.has('grant_type')) form.set('grant_type', 'client_credentials');
  }),
  mendsRequest('v3.token.invalid-client', 'ignores the secret', isToken, ({ form }, { version3 }) => {
    if (form.get('client_id') === version3.clientId) form.set('client_secret', version3.clientSecret);
  }),
  changesAnswer(
    'v3.token.invalid-client',
    'answers 400 where a client is unknown',
    (request, { status }) => isToken(request) && status === 401,
    (answer) => ({ ...answer, status: 400 }),
  ),
  mendsRequest('v3.token.application-id', 'takes the Application ID', isToken, ({ form }, { version3 }) => {
    if (form.get('client_id') === version3.applicationId) form.set('client_id', version3.clientId);
  }),
  changesAnswer(
    'v3.token.error-body',
    'refuses tokens in a list of errors',
    (request, { status }) => isToken(request) && status >= 400,
    (answer) => withBody(answer, { errors: [{ code: (answer.json as Body).error }] }),
  ),
  () => {
    /** When each was given out, in seconds that the clock was turned. */
    const issued = new Map<string, number>();
    return {
      breaks: 'v3.token.lifetime',
      what: 'never ends a token',
      answer: async (request, pass, service) => {
        const answer = await pass();
        if (isToken(request)) issued.set(String((answer.json as Body).access_token), service.turned());
        const at = issued.get(request.headers.authorization?.replace('Bearer ', '') ?? '');
        if (answer.status !== 401 || at === undefined || service.turned() - at < 3600) return answer;
        request.headers.authorization = `Bearer ${await ownToken(service)}`;
        return pass();
      },
    };
  },
  () => ({
    breaks: 'v3.token.lifetime',
    what: 'ends tokens early',
    answer: (request, pass, service) =>
      isApi(request) && service.turned() > 1800 ? Promise.resolve(refusal(401)) : pass(),
  }),

  // The token in front of the vehicle API
  answersInstead('v3.bearer.accepted', 'accepts no token', isApi, refusal(401)),
  () => ({
    breaks: 'v3.bearer.required',
    what: 'needs no token',
    answer: async (request, pass, service) => {
      if (isApi(request)) request.headers.authorization ??= `Bearer ${await ownToken(service)}`;
      return pass();
    },
  }),
  changesAnswer(
    'v3.bearer.unauthorized',
    'answers 403 where a token is unknown',
    (request, { status }) => isApi(request) && status === 401,
    (answer) => asError(answer, 403, 'FORBIDDEN'),
  ),

  // Errors
  changesAnswer(
    'v3.errors.list',
    'refuses as version 2.0 does',
    (request, { status }) => isApi(request) && status >= 400,
    (answer) => withBody(answer, { type: 'VALIDATION', code: null, statusCode: answer.status }),
  ),
  changesAnswer(
    'v3.errors.list',
    'writes the status as a number',
    (request, { status }) => isApi(request) && status >= 400,
    (answer) => {
      const [error] = (answer.json as { errors: Body[] }).errors;
      return withBody(answer, { errors: [{ ...error, status: answer.status }] });
    },
  ),
  changesAnswer(
    'v3.errors.request-id',
    'leaves the request ID out of refusals',
    (request, { status }) => isApi(request) && status >= 400,
    (answer) => {
      const [{ meta: _, ...error } = {}] = (answer.json as { errors: Body[] }).errors;
      return withBody(answer, { errors: [error] });
    },
  ),
  changesAnswer(
    'v3.headers.request-id',
    'gives all answers the same request ID',
    () => true,
    (answer) => ({ ...answer, headers: { ...answer.headers, 'sc-request-id': 'one' } }),
  ),
  changesAnswer(
    'v3.paths.unknown',
    'answers 400 where there is nothing',
    (request, { text }) => isApi(request) && text.includes('INVALID_PATH'),
    (answer) => asError(answer, 400, 'INVALID_PATH'),
  ),
  mendsQuery('v3.input', 'ignores a page that is none', isApi, (query) => {
    if (query.get('page[number]') === 'first') query.delete('page[number]');
  }),
];
