import type { Translate } from '../../common/translate.ts';
import { codesOf, errorTypes, isSignInFailure, statusOf, version3Codes } from '../web/error-kinds.ts';
import { oauthErrorNames, oauthErrors } from '../oauth/oauth-failure.ts';
import type { FaultInput } from './fault-schema.ts';

/** A fault to choose from a list, with the operation that it is most useful for. */
interface FaultChoice {
  readonly label: string;
  /** The name that the API uses, if this is one of its errors. */
  readonly name?: string;
  readonly fault: FaultInput;
}

interface FaultGroup {
  readonly label: string;
  readonly choices: readonly FaultChoice[];
}

/** Faults that applications encounter, in groups. */
export function faultChoices(t: Translate): readonly FaultGroup[] {
  const any = (label: string, effect: Omit<FaultInput, 'operation'>) => ({
    label,
    fault: { operation: 'any' as const, ...effect },
  });
  return [
    {
      label: t('Vehicle data errors'),
      choices: errorTypes.flatMap((type) =>
        codesOf(type).map((code) => {
          const error = { type, code, ...(type === 'RATE_LIMIT' && { retryAfter: 30 }) };
          // Only a response about a vehicle links to the page where its owner signs in again.
          const operation = isSignInFailure(type, code) ? ('capacity' as const) : ('any' as const);
          const name = code === null ? type : `${type}:${code}`;
          return { label: plainName(type, statusOf(type), code), name, fault: { operation, error } };
        }),
      ),
    },
    {
      label: t('Version 3 errors'),
      choices: [
        ...errorTypes.flatMap((type) =>
          version3Codes(type).map((code) => ({
            label: plainName(type, statusOf(type), code),
            name: `${type}:${code}`,
            fault: { operation: 'signals' as const, error: { type, code } },
          })),
        ),
        {
          label: t('One signal fails'),
          fault: {
            operation: 'signals',
            signal: {
              code: 'charge-chargerecords',
              status: 'ERROR',
              error: { type: 'COMPATIBILITY', code: 'VEHICLE_NOT_CAPABLE' },
            },
          },
        },
      ],
    },
    {
      label: t('Token errors'),
      choices: oauthErrorNames.map((type) => ({
        label: plainName(type, oauthErrors[type]),
        name: type,
        fault: { operation: 'token', error: { type } },
      })),
    },
    {
      label: t('Connection and response'),
      choices: [
        any(t('Drop the connection before the request takes effect'), { drop: true }),
        {
          label: t('Drop the connection after the request took effect'),
          fault: { operation: 'token', drop: true, when: 'after' },
        },
        any(t('Truncate the response'), { truncate: true }),
        any(t('HTML instead of JSON'), { html: true }),
        any(t('Wrong types in JSON'), { wrongTypes: true }),
        any(t('Delay the response by 5 seconds'), { delayMs: 5000 }),
        {
          label: t('Slow response: 500 bytes per second'),
          fault: { operation: 'records', bytesPerSecond: 500 },
        },
        any(t('50 MB response'), { hugeBytes: 50_000_000 }),
        any(t('Redirect to another site'), { redirect: 'https://example.com/' }),
        any(t('Version 2.0 switched off (410)'), { status: 410, body: '' }),
        any(t('Version 2.0 announced to end (headers)'), {
          addHeaders: { Deprecation: '@1790812800', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' },
        }),
      ],
    },
    {
      label: t('Webhook deliveries'),
      choices: [
        delivery(t('Deliver an event twice'), { delivery: 'duplicate' }),
        delivery(t('Deliver an event a minute later'), { delayMs: 60_000 }),
        delivery(t('Body changed after it was signed'), { delivery: 'tampered' }),
        delivery(t('Wrong signature'), { delivery: 'wrong-signature' }),
        delivery(t('No signature'), { delivery: 'no-signature' }),
        delivery(t('Signature in Base64'), { delivery: 'base64-signature' }),
        delivery(t('Signature of an older token'), { delivery: 'older-token' }),
        delivery(t('Failed signal with an older value'), { delivery: 'stale-body' }),
        delivery(t('Error whose code is null'), { delivery: 'null-code' }),
        delivery(t('Unknown vehicle and owner'), { delivery: 'unknown-vehicle' }),
        delivery(t('Unknown event type'), { delivery: 'unknown-type' }),
        delivery(t('JSON with 78.0, 1e2, \\u00e9 and spaces'), { delivery: 'odd-json' }),
        delivery(t('Event of 50 KB'), { delivery: 'large' }),
      ],
    },
  ];
}

function delivery(label: string, effect: Omit<FaultInput, 'operation'>): FaultChoice {
  return { label, fault: { operation: 'delivery', ...effect } };
}

/** `Rate limit (429): vehicle` for `RATE_LIMIT:VEHICLE` */
function plainName(type: string, status: number, code: string | null = null): string {
  const words = (name: string) => name.toLowerCase().replaceAll('_', ' ');
  const name = words(type).replace(/^./, (first) => first.toUpperCase());
  return `${name} (${status})${code === null ? '' : `: ${words(code)}`}`;
}

/** The label of a planned fault: that of the matching choice, otherwise its own fields. */
export function faultLabel(fault: Readonly<Record<string, unknown>>, t: Translate): string {
  const effect = effectOf(fault);
  const text = JSON.stringify(effect);
  const choice = faultChoices(t)
    .flatMap(({ choices }) => choices)
    .find(({ fault: other }) => JSON.stringify(effectOf(other)) === text);
  return (
    choice?.label ??
    Object.entries(effect)
      .map(([name, value]) => `${name} ${JSON.stringify(value)}`)
      .join(', ')
  );
}

/** What the fault does, regardless of its targets and how often it applies. */
function effectOf(fault: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  const { operation: _operation, times: _times, vehicleId: _vehicle, id: _id, left: _left, when, ...effect } = fault;
  return { ...(when === 'after' && { when }), ...effect };
}
