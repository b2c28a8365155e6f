import type { Translate } from '../common/translate.ts';

/** A fault as `POST /sandbox/faults` takes it. */
export type FaultRequest = Readonly<Record<string, unknown>>;

export interface FaultPreset {
  readonly label: string;
  readonly description: string;
  readonly fault: FaultRequest;
}

/** The failures that applications meet, in the order of how often they do. The sandbox's OpenAPI document has them all. */
export function faultPresets(t: Translate): readonly FaultPreset[] {
  const named = (operation: string, type: string, code?: string): FaultPreset => ({
    label: [type, code].filter(Boolean).join(' · '),
    description: operation,
    fault: { operation, error: { type, ...(code && { code }) } },
  });
  return [
    named('any', 'RATE_LIMIT', 'VEHICLE'),
    named('any', 'AUTHENTICATION'),
    named('any', 'PERMISSION'),
    named('any', 'VEHICLE_STATE', 'ASLEEP'),
    named('capacity', 'CONNECTED_SERVICES_ACCOUNT', 'AUTHENTICATION_FAILED'),
    named('any', 'COMPATIBILITY', 'VEHICLE_NOT_CAPABLE'),
    named('any', 'BILLING', 'VEHICLE_LIMIT'),
    named('any', 'UPSTREAM', 'NO_RESPONSE'),
    named('any', 'SERVER', 'INTERNAL'),
    named('any', 'RESOURCE_NOT_FOUND', 'VERSION'),
    {
      label: t('Version 2.0 is switched off (410)'),
      description: 'any',
      fault: { operation: 'any', status: 410, body: '' },
    },
    {
      label: t('The answer announces the end of version 2.0 (Sunset, Deprecation)'),
      description: 'any',
      fault: { operation: 'any', addHeaders: { Deprecation: '@1790812800', Sunset: 'Thu, 31 Dec 2026 23:59:59 GMT' } },
    },
    named('token', 'invalid_grant'),
    named('token', 'invalid_client'),
    {
      label: t('The answer to a token request is lost'),
      description: 'token',
      fault: { operation: 'token', when: 'after', drop: true },
    },
    { label: t('The connection closes'), description: 'any', fault: { operation: 'any', drop: true } },
    { label: t('The answer comes 10 seconds late'), description: 'any', fault: { operation: 'any', delayMs: 10_000 } },
    { label: t('Half of the answer'), description: 'any', fault: { operation: 'any', truncate: true } },
    { label: t('A web page instead of JSON'), description: 'any', fault: { operation: 'any', html: true } },
    { label: t('Values of the wrong types'), description: 'any', fault: { operation: 'any', wrongTypes: true } },
    {
      label: t('A slow answer, 500 bytes per second'),
      description: 'records',
      fault: { operation: 'records', bytesPerSecond: 500 },
    },
  ];
}
