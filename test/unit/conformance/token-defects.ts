import { randomUUID } from 'node:crypto';
import {
  acceptsRefused,
  basic,
  type Body,
  changesBody,
  form,
  isExchange,
  isRefresh,
  isToken,
  mendsRequest,
  oauthRefusal,
  ownPair,
  withBody,
} from './altering.ts';
import type { Defect } from './broken-service.ts';

/** Credentials as they came, with one part put right. */
function mendCredentials(part: 0 | 1) {
  return (header: string | undefined, right: string): string => {
    const decode = (value: string) => Buffer.from(value.replace('Basic ', ''), 'base64').toString().split(':');
    if (!header?.startsWith('Basic ')) return header ?? '';
    const [given, known] = [decode(header), decode(right)];
    given[part] = known[part] ?? '';
    return `Basic ${btoa(given.join(':'))}`;
  };
}

export const tokenDefects: readonly (() => Defect)[] = [
  () => ({
    breaks: 'token.code-exchange',
    what: 'refuses all codes',
    answer: (request, pass) => (isExchange(request) ? Promise.resolve(oauthRefusal) : pass()),
  }),
  () => ({
    breaks: 'token.refresh',
    what: 'refuses all refresh tokens',
    answer: (request, pass) => (isRefresh(request) ? Promise.resolve(oauthRefusal) : pass()),
  }),
  changesBody('pair.access-token', 'has an access token that is a number', isToken, (body) => ({
    ...body,
    access_token: 7,
  })),
  changesBody('pair.token-type', 'writes token_type in lower case', isToken, (body) => ({
    ...body,
    token_type: 'bearer',
  })),
  changesBody('pair.expires-in', 'has expires_in as a string', isToken, (body) => ({ ...body, expires_in: '7200' })),
  changesBody('pair.expires-in', 'gives an hour', isToken, (body) => ({ ...body, expires_in: 3600 })),
  changesBody(
    'pair.refresh-token',
    'leaves out refresh_token on a refresh',
    isRefresh,
    ({ refresh_token: _, ...body }: Body) => body,
  ),
  changesBody('token.new-pair', 'keeps the refresh token', isRefresh, (body, request) => ({
    ...body,
    refresh_token: request.form.get('refresh_token'),
  })),
  mendsRequest('token.basic-required', 'needs no credentials', isToken, ({ headers }, { target }) => {
    headers.authorization ??= basic(target);
  }),
  mendsRequest('token.basic-scheme', 'takes credentials as Bearer', isToken, ({ headers }) => {
    headers.authorization = headers.authorization?.replace('Bearer', 'Basic');
  }),
  mendsRequest('token.basic-client-id', 'ignores the client id', isToken, ({ headers }, { target }) => {
    headers.authorization &&= mendCredentials(0)(headers.authorization, basic(target));
  }),
  mendsRequest('token.basic-client-secret', 'ignores the client secret', isToken, ({ headers }, { target }) => {
    headers.authorization &&= mendCredentials(1)(headers.authorization, basic(target));
  }),
  mendsRequest('token.user-agent', 'needs no User-Agent', isToken, ({ headers }) => {
    headers['user-agent'] ??= 'anyone';
  }),
  mendsRequest('token.content-type', 'takes a form of any type', isToken, ({ headers }) => {
    headers['content-type'] = form;
  }),
  mendsRequest('token.code-needs-grant-type', 'guesses the grant', isToken, ({ form: fields }) => {
    if (!fields.has('grant_type')) fields.set('grant_type', 'authorization_code');
  }),
  mendsRequest('token.code-needs-redirect-uri', 'needs no redirect_uri', isExchange, ({ form: fields }, { target }) => {
    if (!fields.has('redirect_uri')) fields.set('redirect_uri', target.redirectUri);
  }),
  acceptsRefused(
    'token.code-needs-code',
    'needs no code',
    (request) => isExchange(request) && !request.form.has('code'),
    (_request, service) => ownPair(service),
  ),
  acceptsRefused(
    'token.refresh-needs-refresh-token',
    'needs no refresh token',
    (request) => isRefresh(request) && !request.form.has('refresh_token'),
    (_request, service) => ownPair(service),
  ),
  mendsRequest('token.grant-type', 'takes any grant with a refresh token', isToken, ({ form: fields }) => {
    if (fields.has('refresh_token')) fields.set('grant_type', 'refresh_token');
  }),
  mendsRequest(
    'token.redirect-equality',
    'does not compare the redirect URI',
    isExchange,
    ({ form: fields }, { target }) => {
      if (fields.has('redirect_uri')) fields.set('redirect_uri', target.redirectUri);
    },
  ),
  mendsRequest('token.redirect-equality', 'compares only the beginning', isExchange, ({ form: fields }, { target }) => {
    if (fields.get('redirect_uri')?.startsWith(target.redirectUri)) fields.set('redirect_uri', target.redirectUri);
  }),
  () => {
    const issued = new Set<string | null>();
    return {
      breaks: 'token.known-code',
      what: 'takes any code',
      answer: async (request, pass, service) => {
        const answer = await pass();
        const code = new URLSearchParams(answer.headers.location?.split('?')[1]).get('code');
        if (code !== null) issued.add(code);
        const given = request.form.get('code');
        return isExchange(request) && given !== null && !issued.has(given) ? ownPair(service) : answer;
      },
    };
  },
  () => {
    const issued = new Set<unknown>();
    return {
      breaks: 'token.known-refresh-token',
      what: 'takes any refresh token',
      answer: async (request, pass, service) => {
        const answer = await pass();
        if (answer.status === 200 && isToken(request)) issued.add((answer.json as Body).refresh_token);
        const given = request.form.get('refresh_token');
        const isInvented = isRefresh(request) && given !== null && !issued.has(given);
        return isInvented && answer.status === 400 ? ownPair(service) : answer;
      },
    };
  },
  () => {
    /** When Connect gave them, in seconds that the clock was turned. */
    const codes = new Map<string, number>();
    return {
      breaks: 'token.code-10-minutes',
      what: 'takes old codes',
      answer: async (request, pass, service) => {
        const answer = await pass();
        const sent = new URLSearchParams(answer.headers.location?.split('?')[1]).get('code');
        if (sent !== null) codes.set(sent, service.turned());
        const at = codes.get(request.form.get('code') ?? '');
        const isOld = at !== undefined && service.turned() - at >= 600;
        return isExchange(request) && isOld && answer.status === 400 ? ownPair(service) : answer;
      },
    };
  },
  () => {
    const seen = new Set<string>();
    return {
      breaks: 'token.code-once',
      what: 'exchanges a code again',
      answer: async (request, pass, service) => {
        const answer = await pass();
        const code = request.form.get('code');
        const good =
          isExchange(request) && code !== null && request.form.get('redirect_uri') === service.target.redirectUri;
        if (good && answer.status === 200) seen.add(code);
        return good && answer.status === 400 && seen.has(code) ? ownPair(service) : answer;
      },
    };
  },
  () => ({
    breaks: 'token.no-version',
    what: 'gives tokens below the version, too',
    answer: (request, pass) => {
      request.path = request.path.replace('/v2.0/oauth', '/oauth');
      return pass();
    },
  }),
  () => ({
    breaks: 'errors.oauth-body',
    what: 'refuses tokens in the body of vehicle data',
    answer: async (request, pass) => {
      const answer = await pass();
      return isToken(request) && answer.status >= 400
        ? withBody(answer, { type: 'VALIDATION', id: randomUUID() })
        : answer;
    },
  }),
];
