/** What a window and its refresh helper say to each other: one line of JSON each way. */
import { isRecord } from '../../common/is-record.ts';
import type { RequestReport } from '../../service/model/request-report.ts';
import { isOutcomeKind, type RefreshJob, type RefreshOutcome } from './refresher.ts';

/** On the helper's standard input, which is the only way a secret goes in. */
export interface HelperTask {
  readonly job: RefreshJob;
  /** `User-Agent` of its requests. */
  readonly userAgent: string;
  /** Bundle of the texts in the window's language, as a path; what fails is told in English without it. */
  readonly messages?: string | undefined;
}

const levels: readonly LogLine['level'][] = ['debug', 'info', 'warn', 'error'];

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

/** Undefined where the line is no reply: an old helper, or a program in its place, may say anything. */
export function readReply(line: string): HelperReply | undefined {
  let value: unknown;
  try {
    value = JSON.parse(line);
  } catch {
    return undefined;
  }
  const { outcome, requests, log } = (value ?? {}) as Partial<HelperReply>;
  if (!outcome || !isOutcomeKind(outcome.kind)) return undefined;
  return { outcome, requests: listOf(requests), log: listOf(log).filter(({ level }) => levels.includes(level)) };
}

function listOf<T>(value: readonly T[] | undefined): readonly T[] {
  return Array.isArray(value) ? (value as readonly T[]).filter(isRecord) : [];
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
