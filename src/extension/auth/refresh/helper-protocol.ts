/** What a window and its refresh helper say to each other: one line of JSON each way. */
import type { NetworkRoute } from '../../../service/model/network-route.ts';
import type { RequestReport } from '../../../service/model/request-report.ts';
import type { RefreshJob, RefreshOutcome } from './refresher.ts';

/** On the helper's standard input, which is the only way a secret goes in. */
export interface HelperTask {
  readonly job: RefreshJob;
  /** How the window reaches the service. */
  readonly route: NetworkRoute;
  /** `User-Agent` of its requests. */
  readonly userAgent: string;
  /** Bundle of the texts in the window's language, as a path; what fails is told in English without it. */
  readonly messages?: string | undefined;
}

/** On its standard output. Holds no token: what is new is in the session's file, or sealed in the outcome. */
export interface HelperReply {
  readonly outcome: RefreshOutcome;
  readonly requests: readonly RequestReport[];
  readonly log: readonly LogLine[];
}

export interface LogLine {
  readonly level: 'debug' | 'info' | 'warn' | 'error';
  readonly message: string;
}

/** Undefined where the line is no reply: a program in the helper's place may say anything. */
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
  const { operation, method, url, startedAt, durationMs, status, responseHeaders, bytes, requestId, failure } = report;
  const shown = Object.entries(report.requestHeaders).filter(([name]) => name.toLowerCase() !== 'authorization');
  const requestHeaders = Object.fromEntries(shown);
  return {
    operation,
    method,
    url,
    requestHeaders,
    startedAt,
    durationMs,
    status,
    responseHeaders,
    bytes,
    requestId,
    failure,
  };
}
