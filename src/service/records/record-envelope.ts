import * as z from 'zod';
import { t } from '../../common/translate.ts';
import type { EnvelopeJudge } from '../model/record-reading.ts';
import { mostNames, shortName } from './text-dictionary.ts';
import { type ErrorKind, ServiceError } from '../model/errors.ts';

/** What must remain once the records are removed. */
const envelope = z.looseObject({ records: z.array(z.unknown()) });
type Envelope = z.infer<typeof envelope>;

/** Keeps a byte order mark, so that it is refused, as by JSON.parse. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/** What surrounds the records: the body with an empty list in place of the records. */
export interface RecordEnvelope {
  readonly bytes: Uint8Array;
  /** True if there is a second list of records, so that it is unclear which is meant. */
  readonly second: boolean;
}

/**
 * Checks what surrounds the records. Throws ServiceError if it does not have the documented shape, or says that the
 * request failed.
 *
 * @param rows how many records were read
 * @returns names of the fields next to the records, which the contract doesn't know
 */
export function checkEnvelope(
  { bytes, second }: RecordEnvelope,
  rows: number,
  judge: EnvelopeJudge = judgeModel,
): readonly string[] {
  if (bytes.length === 0) throw recordsFailure('not-json', t('The response is empty.'), rows);
  let around: unknown;
  try {
    around = JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw recordsFailure('not-json', notJsonText(bytes), rows, cause);
  }
  if (second) {
    throw recordsFailure('contract', t('The response has more than one list of records.'), rows);
  }
  return judge(around, rows).slice(0, mostNames).map(shortName);
}

function judgeModel(around: unknown, rows: number): readonly string[] {
  const { data } = envelope.safeParse(around);
  if (!data) throw recordsFailure('contract', t('The response has no list of records.'), rows);
  // The error's text may contain the token that was sent; the request list has it, redacted.
  if (saysError(data)) throw recordsFailure('contract', t('The response has both records and an error.'), rows);
  // The schema drops `__proto__`.
  return Object.keys(around as object).filter((name) => name !== 'records');
}

function notJsonText(bytes: Uint8Array): string {
  switch (badEncoding(bytes)) {
    case 'byte-order-mark':
      return t('The response begins with a byte order mark, which JSON doesn’t allow.');
    case 'not-utf-8':
      return t('The response is not UTF-8 text.');
    case undefined:
      return t('The response is not JSON.');
  }
}

/** Whether a successful response also reports an error, which is contradictory. Recognizes both shapes of a refusal. */
function saysError({ error, type, statusCode }: Envelope): boolean {
  const hasError = typeof error === 'object' && error !== null ? Object.keys(error).length > 0 : Boolean(error);
  return hasError || (typeof statusCode === 'number' && statusCode >= 400 && typeof type === 'string');
}

const shapeStep = () => t('The response does not match the documented format. Select Show Requests to see it.');
const retryStep = () =>
  t('Try again. If it keeps happening, check for a proxy or firewall between this machine and the API.');

/** Why no more records of a response are read, and how many were read before. */
export function recordsFailure(kind: ErrorKind, what: string, rows: number, cause?: unknown): ServiceError {
  const kept = rows === 1 ? t('1 record was read before.') : t('{0} records were read before.', rows);
  const isShape = kind === 'contract' || kind === 'too-large';
  const turn = isShape ? 'developer' : 'retry';
  const nextStep = isShape ? shapeStep() : retryStep();
  return new ServiceError(rows > 0 ? `${what} ${kept}` : what, { kind, turn, nextStep, sent: true, cause });
}

const mark = [0xef, 0xbb, 0xbf];

/**
 * How the encoding of these bytes keeps them from being JSON, if it does. A character cut at their end does not count.
 */
export function badEncoding(bytes: Uint8Array): 'byte-order-mark' | 'not-utf-8' | undefined {
  if (mark.every((byte, at) => bytes[at] === byte)) return 'byte-order-mark';
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true });
    return undefined;
  } catch {
    return 'not-utf-8';
  }
}
