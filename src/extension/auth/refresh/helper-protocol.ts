/** The messages between a window and its refresh helper: one line of JSON each way. */
import type { NetworkRoute } from '../../../service/model/network-route.ts';
import type { RequestReport } from '../../../service/model/request-report.ts';
import type { RefreshJob, RefreshOutcome } from './refresher.ts';

/** Sent on the helper's standard input, which is the only way that a secret reaches it. */
export interface HelperTask {
  readonly job: RefreshJob;
  /** How the window reaches the service. */
  readonly route: NetworkRoute;
  /** `User-Agent` of its requests. */
  readonly userAgent: string;
  /** Path of the message bundle for the window's language; without it, failures are reported in English. */
  readonly messages?: string | undefined;
}

/** Sent on its standard output. Holds no token: new ones are in the database, or encrypted in the outcome. */
export interface HelperReply {
  readonly outcome: RefreshOutcome;
  readonly requests: readonly RequestReport[];
  readonly log: readonly LogLine[];
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Undefined if the line is not a reply: another program in the helper's place may print anything. */
export function readReply(line: string): HelperReply | undefined {
  try {
    const reply = JSON.parse(line) as HelperReply;
    const isWhole = typeof reply.outcome.kind === 'string' && Array.isArray(reply.requests) && Array.isArray(reply.log);
    return isWhole ? reply : undefined;
  } catch {
    return undefined;
  }
}

/** The report without anything secret, for the journal of requests. */
export function withoutSecrets(report: RequestReport): RequestReport {
  const { requestBody: _, responseBody: _body, context: _context, ...shown } = report;
  const headers = Object.entries(report.requestHeaders).filter(([name]) => name.toLowerCase() !== 'authorization');
  return { ...shown, requestHeaders: Object.fromEntries(headers) };
}
