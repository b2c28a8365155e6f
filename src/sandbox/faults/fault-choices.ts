import { codesOf, errorTypes } from '../api/documented-errors.ts';
import { oauthErrorNames } from '../oauth/oauth-failure.ts';
import type { FaultInput } from './fault-schema.ts';

type Effect = Omit<FaultInput, 'operation' | 'times' | 'vehicleId'>;

/** Faults that a person picks from a list, by the words they stand there with. Values of a form are these words. */
const transportFaults: Readonly<Record<string, Effect>> = {
  'Connection drops before the request takes effect': { drop: true },
  'Connection drops after the request took effect': { drop: true, when: 'after' },
  'Answer is cut in the middle': { truncate: true },
  'A web page in place of the answer': { html: true },
  'JSON with the wrong types': { wrongTypes: true },
  'Answer comes 5 seconds late': { delayMs: 5000 },
  'Answer drips, 200 bytes a second': { bytesPerSecond: 200 },
  'An answer of 50 MB': { hugeBytes: 50_000_000 },
  'Version 2.0 is switched off (410)': { status: 410, body: '' },
  'Headers that announce the end of version 2.0': {
    addHeaders: { Deprecation: '@1790812800', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' },
  },
  'Redirect to another site': { redirect: 'https://example.com/' },
};

const apiFaults: Readonly<Record<string, Effect>> = Object.fromEntries(
  errorTypes.flatMap((type) =>
    codesOf(type).map((code) => {
      const error = { type, code, ...(type === 'RATE_LIMIT' && { retryAfter: 30 }) };
      return [code === null ? type : `${type}: ${code}`, { error }];
    }),
  ),
);

const tokenFaults: Readonly<Record<string, Effect>> = Object.fromEntries(
  oauthErrorNames.map((type) => [type, { error: { type } }]),
);

/** The list, in its groups. */
export const faultChoices: Readonly<Record<string, Readonly<Record<string, Effect>>>> = {
  'On the way': transportFaults,
  'Errors of vehicle data': apiFaults,
  'Errors of the token endpoint': tokenFaults,
};

/** Undefined where it is not in the list. */
export function chosenEffect(words: string): Effect | undefined {
  return Object.values(faultChoices).find((group) => Object.hasOwn(group, words))?.[words];
}

/** A fault in the words of the list, or else as JSON. */
export function wordsOf(fault: FaultInput): string {
  const { operation: _operation, times: _times, vehicleId: _vehicle, when, ...effect } = fault;
  const asChosen = JSON.stringify({ ...effect, ...(when === 'after' && { when }) });
  const found = Object.values(faultChoices)
    .flatMap((group) => Object.entries(group))
    .find(([, choice]) => JSON.stringify(choice) === asChosen);
  return found?.[0] ?? asChosen;
}
