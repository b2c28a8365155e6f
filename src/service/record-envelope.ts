import * as z from 'zod';
import { t } from '../common/translate.ts';
import { recordsFailure } from './record-failure.ts';
import type { RecordSplitter } from './record-splitter.ts';
import { safeText } from './redact.ts';
import { mostNames, shortName } from './unknown-names.ts';

/** What must remain once the records are cut out. */
const envelope = z.looseObject({ records: z.array(z.unknown()) });
type Envelope = z.infer<typeof envelope>;

/** A byte order mark is kept, and so refused, as JSON.parse refuses it. */
const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

/**
 * Judges what surrounds the records. Throws ServiceError if it is not of the documented shape, or says that the request
 * failed.
 *
 * @param rows records that were read
 * @returns names of the fields beside the records, which the contract doesn't know
 */
export function checkEnvelope(splitter: RecordSplitter, rows: number): readonly string[] {
  const bytes = splitter.envelope();
  if (bytes.length === 0) throw recordsFailure('not-json', t('The answer is empty.'), rows);
  let around: unknown;
  try {
    around = JSON.parse(decoder.decode(bytes));
  } catch (cause) {
    throw recordsFailure('not-json', t('The answer is not JSON.'), rows, cause);
  }
  const { data } = envelope.safeParse(around);
  if (!data) throw recordsFailure('contract', t('The answer has no list of records.'), rows);
  if (splitter.recordsKeys > 1) {
    throw recordsFailure('contract', t('The answer has more than one list of records.'), rows);
  }
  const said = errorBeside(data);
  if (said !== undefined) {
    throw recordsFailure('contract', t('The answer has records and an error beside them: {0}', said), rows);
  }
  // The schema leaves `__proto__` out.
  const names = Object.keys(around as object).filter((name) => name !== 'records');
  return names.slice(0, mostNames).map(shortName);
}

/** An error in an answer that succeeded: both can't be right. The two shapes of an error, as a refusal has them. */
function errorBeside(body: Envelope): string | undefined {
  const { error, type, statusCode } = body;
  if (error !== undefined && error !== null && error !== false) return quoted(error);
  const failed = typeof statusCode === 'number' && statusCode >= 400 && typeof type === 'string';
  return failed ? quoted(type) : undefined;
}

function quoted(value: unknown): string {
  return safeText(typeof value === 'string' ? value : JSON.stringify(value), []);
}
