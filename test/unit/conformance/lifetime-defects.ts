import { type Body, dataRefusal, isData, isRefresh, isToken, oauthRefusal, ownPair } from './altering.ts';
import type { Defect, Passing, Service } from './broken-service.ts';

const day = 24 * 60 * 60;
const refreshTokenOf = (request: Passing) => request.form.get('refresh_token') ?? '';
const bearerOf = ({ headers }: Passing) => headers.authorization?.replace('Bearer ', '') ?? '';

/** When each token was given out, in seconds that the clock was turned; `start` of the first pair of its chain. */
class Ledger {
  readonly issued = new Map<string, { readonly at: number; readonly start: number }>();
  readonly used = new Map<string, { first: number; last: number }>();

  /** To be told of every token request that was granted. */
  note(request: Passing, body: Body, now: number): void {
    const parent = this.issued.get(refreshTokenOf(request));
    const entry = { at: now, start: parent?.start ?? now };
    this.issued.set(String(body.access_token), entry).set(String(body.refresh_token), entry);
    if (!isRefresh(request)) return;
    const before = this.used.get(refreshTokenOf(request));
    this.used.set(refreshTokenOf(request), { first: before?.first ?? now, last: now });
  }
}

type Judge = (request: Passing, ledger: Ledger, now: number) => boolean;

/** Refuses what the sandbox would grant, by its own count of time. */
function refuses(breaks: string, what: string, judge: Judge): () => Defect {
  return withLedger(breaks, what, (request, ledger, now, pass) =>
    judge(request, ledger, now) ? Promise.resolve(isToken(request) ? oauthRefusal : dataRefusal) : pass(),
  );
}

/** Grants what the sandbox refuses, by its own count of time. */
function grants(breaks: string, what: string, judge: Judge): () => Defect {
  return withLedger(breaks, what, async (request, ledger, now, pass, service) => {
    const answer = await pass();
    if (answer.status < 400 || !judge(request, ledger, now)) return answer;
    const pair = await ownPair(service);
    if (isToken(request)) return pair;
    request.headers.authorization = `Bearer ${String((pair.json as Body).access_token)}`;
    return pass();
  });
}

type Handle = (
  request: Passing,
  ledger: Ledger,
  now: number,
  ...rest: Parameters<Defect['answer']> extends [unknown, ...infer Rest] ? Rest : never
) => ReturnType<Defect['answer']>;

function withLedger(breaks: string, what: string, handle: Handle): () => Defect {
  return () => {
    const ledger = new Ledger();
    return {
      breaks,
      what,
      answer: async (request, pass, service: Service) => {
        const now = service.turned();
        const answer = await handle(request, ledger, now, pass, service);
        if (isToken(request) && answer.status === 200) ledger.note(request, answer.json as Body, now);
        return answer;
      },
    };
  };
}

export const lifetimeDefects: readonly (() => Defect)[] = [
  refuses(
    'refresh.again-at-once',
    'has no minute of grace',
    (request, { used }) => isRefresh(request) && used.has(refreshTokenOf(request)),
  ),
  refuses('refresh.minute', 'ends a used refresh token after half a minute', (request, { used }, now) => {
    const use = used.get(refreshTokenOf(request));
    return isRefresh(request) && use !== undefined && now - use.first >= 30;
  }),
  grants(
    'refresh.minute',
    'never ends a used refresh token',
    (request, { used }) => isRefresh(request) && used.has(refreshTokenOf(request)),
  ),
  grants('refresh.minute-from-first-use', 'starts the minute again with each use', (request, { used }, now) => {
    const use = used.get(refreshTokenOf(request));
    return isRefresh(request) && use !== undefined && use.last > use.first && now - use.last < 60;
  }),
  refuses(
    'access.survives-refresh',
    'ends the access token with its refresh token',
    (request, { used, issued }, now) => {
      const token = issued.get(bearerOf(request));
      const spent = [...used].filter(([refresh]) => issued.get(refresh) === token).map(([, { first }]) => first);
      return isData(request) && token !== undefined && spent.some((first) => now - first >= 60);
    },
  ),
  refuses('access.7200', 'ends access tokens after an hour and a half', (request, { issued }, now) => {
    const token = issued.get(bearerOf(request));
    return isData(request) && token !== undefined && now - token.at >= 5400;
  }),
  grants('access.7200', 'never ends an access token', (request, { issued }, now) => {
    const token = issued.get(bearerOf(request));
    return isData(request) && token !== undefined && now - token.at >= 7200;
  }),
  refuses('refresh.60-days', 'ends refresh tokens after 30 days', (request, { issued }, now) => {
    const token = issued.get(refreshTokenOf(request));
    return isRefresh(request) && token !== undefined && now - token.at >= 30 * day;
  }),
  grants('refresh.60-days', 'never ends a refresh token that is not used', (request, { issued, used }, now) => {
    const token = issued.get(refreshTokenOf(request));
    const isOld = token !== undefined && now - token.at >= 60 * day;
    return isRefresh(request) && isOld && !used.has(refreshTokenOf(request));
  }),
  refuses('refresh.60-days-restart', 'counts the 60 days from the first pair', (request, { issued }, now) => {
    const token = issued.get(refreshTokenOf(request));
    return isRefresh(request) && token !== undefined && now - token.start >= 60 * day;
  }),
];
