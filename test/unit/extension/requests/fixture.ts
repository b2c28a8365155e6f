import type { RequestWording } from '../../../../src/extension/requests/presentation.ts';
import type { RequestReport } from '../../../../src/service/model/request-report.ts';

export function report(changes: Partial<RequestReport> = {}): RequestReport {
  return {
    operation: 'nominal-capacity',
    method: 'GET',
    url: 'https://api.example.test/v2.0/vehicles/36ab27d0-fd9d-4455-823a-ce30af709ffc/battery/nominal_capacity',
    requestHeaders: { Authorization: 'Bearer some-token-1', Accept: 'application/json' },
    startedAt: Date.UTC(2026, 10, 21, 12, 4),
    durationMs: 43.4,
    status: 200,
    responseHeaders: { 'content-type': 'application/json' },
    bytes: 312,
    requestId: '26c14915-0c26-43c5-8e42-9edfc2a66a0f',
    ...changes,
  };
}

/** Knows no vehicle. */
export const wording: RequestWording = { time: () => '12:04:00', number: String, vehicle: () => undefined };
