import type { MiddlewareHandler } from 'hono';
import * as z from 'zod';
import type { Clock } from '../../common/clock.ts';
import { apiVersion } from '../../service/v2/contract.ts';
import type { SandboxEnv } from '../web/http.ts';

/** ISO 8601, with or without a time of day; a day begins in UTC. */
const moment = z.union([z.iso.datetime({ offset: true }), z.iso.date()], {
  error: 'must be a day or a time in ISO 8601, such as 2026-12-01',
});

/** `ends`: from when on version 2.0 no longer answers, by the clock of the sandbox. */
export const version2Options = z.strictObject({ ends: moment.optional() });
export type Version2Options = z.output<typeof version2Options>;

/** Reads `ends=2026-12-01`. Throws an Error that says what to correct. */
export function readVersion2(text: string): Version2Options {
  const [name = '', value = ''] = text.split(/=(.*)/s);
  const { data, error } = version2Options.safeParse({ [name]: value });
  if (data) return data;
  throw new Error(`--v2 ${text}: ${error.issues.map(({ message }) => message).join('; ')}. Use ends=DATE.`);
}

const isOfVersion2 = (method: string, path: string) =>
  path.startsWith(`/${apiVersion}/`) || (method === 'POST' && (path === '/oauth/token' || path === '/'));

/** Refuses version 2.0 and its token endpoint once it has ended: nobody knows how the service will do that. */
export function endOfVersion2(clock: Clock, { ends }: Version2Options): MiddlewareHandler<SandboxEnv> {
  const end = ends === undefined ? Infinity : Date.parse(ends);
  return async (c, next) => {
    if (clock.now() < end || !isOfVersion2(c.req.method, c.req.path)) return next();
    c.set('rules', ['data.end']);
    return c.body(null, 410);
  };
}
