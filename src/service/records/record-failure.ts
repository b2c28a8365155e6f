import { t } from '../../common/translate.ts';
import { ServiceError, type ErrorKind } from '../model/errors.ts';

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
