import type { Answer } from '../../conformance/http.ts';
import type { Defect, Passing, Service } from './broken-service.ts';

/** Body of an answer that a defect changes. */
export type Body = Record<string, unknown>;

/** An answer as the sandbox would give it, with another body. */
export function withBody(answer: Answer, json: unknown): Answer {
  return { ...answer, json, text: JSON.stringify(json) };
}

export function answerOf(status: number, json: unknown): Answer {
  return { status, headers: { 'content-type': 'application/json' }, json, text: JSON.stringify(json) };
}

export const oauthRefusal = answerOf(400, { error: 'invalid_grant', error_description: 'no' });
export const dataRefusal = answerOf(401, { type: 'AUTHENTICATION' });

export const isToken = ({ path }: Passing) => path === '/oauth/token';
export const isCapacity = ({ path }: Passing) => /^\/v2\.0\/.*nominal_capacity/.test(path);
export const isRecords = ({ path }: Passing) => /^\/v2\.0\/.*\/charge\/records/.test(path);
export const isData = (request: Passing) => isCapacity(request) || isRecords(request);
export const isRefresh = (request: Passing) => isToken(request) && request.form.get('grant_type') === 'refresh_token';
export const isExchange = (request: Passing) =>
  isToken(request) && request.form.get('grant_type') === 'authorization_code';

type Concerns = (request: Passing) => boolean;

/** The answers that it concerns come out otherwise. */
export function changesAnswer(
  breaks: string,
  what: string,
  concerns: (request: Passing, answer: Answer) => boolean,
  change: (answer: Answer, request: Passing, service: Service) => Answer | Promise<Answer>,
): () => Defect {
  return () => ({
    breaks,
    what,
    answer: async (request, pass, service) => {
      const answer = await pass();
      return concerns(request, answer) ? change(answer, request, service) : answer;
    },
  });
}

/** Good answers to the requests that it concerns come with another body. */
export function changesBody(
  breaks: string,
  what: string,
  concerns: Concerns,
  change: (body: Body, request: Passing, service: Service) => unknown,
): () => Defect {
  return changesAnswer(
    breaks,
    what,
    (request, { status }) => status === 200 && concerns(request),
    (answer, request, service) => withBody(answer, change(answer.json as Body, request, service)),
  );
}

/** Requests that it concerns are mended before a sandbox that would refuse them sees them. */
export function mendsRequest(
  breaks: string,
  what: string,
  concerns: Concerns,
  mend: (request: Passing, service: Service) => void,
): () => Defect {
  return () => ({
    breaks,
    what,
    answer: (request, pass, service) => {
      if (concerns(request)) mend(request, service);
      return pass();
    },
  });
}

/** What the sandbox refuses is answered otherwise. */
export function acceptsRefused(
  breaks: string,
  what: string,
  concerns: (request: Passing, refusal: Answer) => boolean,
  instead: (request: Passing, service: Service) => Promise<Answer> | Answer,
): () => Defect {
  return changesAnswer(
    breaks,
    what,
    (request, answer) => answer.status >= 400 && concerns(request, answer),
    (_, request, service) => instead(request, service),
  );
}

/** A pair of the owner's that the service gets for itself. */
export async function ownPair({ send, target }: Service): Promise<Answer> {
  const query = new URLSearchParams({
    response_type: 'code',
    client_id: target.clientId,
    redirect_uri: target.redirectUri,
    scope: 'read_vehicle_info read_battery read_charge_records',
  });
  const sent = await send({
    method: 'GET',
    path: `/oauth/authorize?${query.toString()}`,
    headers: {},
    form: new URLSearchParams(),
  });
  const code = new URL(sent.headers.location ?? '').searchParams.get('code') ?? '';
  return send({
    method: 'POST',
    path: '/oauth/token',
    headers: { authorization: basic(target), 'content-type': form, 'user-agent': 'broken' },
    form: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: target.redirectUri }),
  });
}

export const form = 'application/x-www-form-urlencoded';

export function basic({ clientId, clientSecret }: Service['target']): string {
  return `Basic ${btoa(`${clientId}:${clientSecret}`)}`;
}
