import type { Answer } from '../../../conformance/http.ts';
import { answerOf, type Body, changesAnswer, form, withBody } from '../altering.ts';
import type { Defect, Passing, Service } from '../broken-service.ts';

type Concerns = (request: Passing) => boolean;

export const isToken: Concerns = ({ path }) => path === '/oauth2/token';
export const isConnect: Concerns = ({ path }) => path.startsWith('/oauth/authorize');
export const isApi: Concerns = ({ path }) => path.startsWith('/v3/');
const at =
  (pattern: RegExp): Concerns =>
  ({ path }) =>
    pattern.test(path.split('?')[0] ?? '');
export const isConnections = at(/^\/v3\/connections$/);
export const isConnection = at(/^\/v3\/connections\/[^/]+$/);
export const isVehicle = at(/^\/v3\/vehicles\/[^/]+$/);
export const isSignals = at(/^\/v3\/vehicles\/[^/]+\/signals$/);
export const isSignal = at(/^\/v3\/vehicles\/[^/]+\/signals\/[^/]+$/);
export const isSubscriptions = at(/^\/v3\/subscriptions$/);
export const isWebhooks = at(/^\/v3\/webhooks$/);
export const isWebhook = at(/^\/v3\/webhooks\/[^/]+$/);
export const bySignals: Concerns = (request) => isSignals(request) || isSignal(request);

export const queryOf = ({ path }: Passing) => new URLSearchParams(path.split('?')[1]);

/** The requests that it concerns are not passed on. */
export function answersInstead(breaks: string, what: string, concerns: Concerns, instead: Answer): () => Defect {
  return () => ({
    breaks,
    what,
    answer: (request, pass) => (concerns(request) ? Promise.resolve(instead) : pass()),
  });
}

/** Good answers to the requests that it concerns have another `data`. */
export function changesData(
  breaks: string,
  what: string,
  concerns: Concerns,
  change: (data: unknown, request: Passing) => unknown,
): () => Defect {
  return changesAnswer(
    breaks,
    what,
    (request, { status }) => concerns(request) && status === 200,
    (answer, request) => {
      const body = answer.json as Body;
      return withBody(answer, { ...body, data: change(body.data, request) });
    },
  );
}

/** Every signal of a list changed. */
export function changesSignals(breaks: string, what: string, change: (attributes: Body, signal: Body) => Body) {
  return changesData(breaks, what, isSignals, (data) =>
    (data as Body[]).map((signal) => change(signal.attributes as Body, signal)),
  );
}

/** The body of every signal of a code changed, in lists. */
export function changesBodies(breaks: string, what: string, code: string, change: (body: Body) => Body) {
  return changesSignals(breaks, what, (attributes, signal) =>
    attributes.code === code && attributes.body !== undefined
      ? { ...signal, attributes: { ...attributes, body: change(attributes.body as Body) } }
      : signal,
  );
}

export function changesCharges(breaks: string, what: string, change: (charge: Body) => Body) {
  return changesBodies(breaks, what, 'charge-chargerecords', (body) => ({
    ...body,
    values: (body.values as Body[]).map(change),
  }));
}

/** The query of a redirect changed. */
export function changesRedirect(
  breaks: string,
  what: string,
  concerns: Concerns,
  change: (query: URLSearchParams) => void,
) {
  return changesAnswer(
    breaks,
    what,
    (request, { headers }) => isConnect(request) && concerns(request) && headers.location !== undefined,
    (answer) => {
      const location = new URL(answer.headers.location ?? '');
      change(location.searchParams);
      return { ...answer, headers: { ...answer.headers, location: location.href } };
    },
  );
}

/** The query of the requests that it concerns is changed before a sandbox that keeps the rule sees it. */
export function mendsQuery(
  breaks: string,
  what: string,
  concerns: Concerns,
  mend: (query: URLSearchParams, service: Service) => void,
): () => Defect {
  return () => ({
    breaks,
    what,
    answer: (request, pass, service) => {
      if (concerns(request)) {
        const query = queryOf(request);
        mend(query, service);
        request.path = `${request.path.split('?')[0] ?? ''}?${query.toString()}`;
      }
      return pass();
    },
  });
}

/** Another status and code, as a list of errors has them. */
export function asError(answer: Answer, status: number, code: string): Answer {
  const [error] = (answer.json as { errors: Body[] }).errors;
  return withBody({ ...answer, status }, { errors: [{ ...error, status: String(status), code }] });
}

export function refusal(status: number): Answer {
  return answerOf(status, { errors: [{ status: String(status), type: 'OTHER', code: 'OTHER', detail: 'No.' }] });
}

/** A token that the service gets for itself. */
export async function ownToken({ send, version3: { clientId, clientSecret } }: Service): Promise<string> {
  const answer = await send({
    method: 'POST',
    path: '/oauth2/token',
    headers: { 'content-type': form },
    form: new URLSearchParams({ grant_type: 'client_credentials', client_id: clientId, client_secret: clientSecret }),
  });
  return String((answer.json as Body).access_token);
}
