/** The steps of a refresh, in order, at which the fault plan kills a process. */
export const faultPoints = [
  'lock-taken',
  'adopted',
  'intent-written',
  'preflight-done',
  'sent',
  'headers',
  'parsed',
  'stored',
  'read-back',
] as const;

export type FaultPoint = (typeof faultPoints)[number];

/** Called and awaited at each step. Does nothing outside the fault plan. */
export type Probe = (point: FaultPoint) => Promise<void>;

export const noProbe: Probe = () => Promise.resolve();

/** Probes `sent` once the request is on its way, `headers` when its response begins. */
export function probedFetch(fetchImpl: typeof fetch, probe: Probe): typeof fetch {
  return async (...request) => {
    const answer = fetchImpl(...request);
    const isSent = probe('sent');
    const response = await answer;
    await isSent;
    await probe('headers');
    return response;
  };
}
