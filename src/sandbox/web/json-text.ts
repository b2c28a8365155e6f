import { startOfDay } from '../../common/date-range.ts';

const chunkLength = 64 * 1024;

/**
 * A list of texts between `head` and `tail`. A short list becomes one text; a long one is produced in pieces as the
 * client reads them, so that a million records are never in memory at once.
 */
export function streamedJson(head: string, items: Iterable<string>, tail: string): string | ReadableStream<Uint8Array> {
  const pieces = piecesOf(head, items, tail);
  const first = pieces.next().value ?? '';
  const second = pieces.next();
  if (second.done) return first;
  return ReadableStream.from(bytesOf(first, second.value, pieces));
}

function* bytesOf(first: string, second: string, others: Iterable<string>): Generator<Uint8Array> {
  const encoder = new TextEncoder();
  yield encoder.encode(first);
  yield encoder.encode(second);
  for (const piece of others) yield encoder.encode(piece);
}

function* piecesOf(head: string, items: Iterable<string>, tail: string): Generator<string, undefined> {
  let piece = head;
  let separator = '';
  for (const item of items) {
    piece += separator + item;
    separator = ',';
    if (piece.length < chunkLength) continue;
    yield piece;
    piece = '';
  }
  yield piece + tail;
}

const twoDigits = Array.from({ length: 60 }, (_, number) => String(number).padStart(2, '0'));
/** The last formatted day: most charges are on the same day as the one before. */
let day = { start: NaN, text: '' };

/** A moment of a charge in whole seconds, as the service writes it in both versions. */
export function timestamp(moment: number): string {
  const dayStart = startOfDay(moment);
  if (dayStart !== day.start) day = { start: dayStart, text: new Date(moment).toISOString().slice(0, 11) };
  const seconds = Math.floor((moment - dayStart) / 1000);
  const [hour, minute, second] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60];
  return `${day.text}${twoDigits[hour]}:${twoDigits[minute]}:${twoDigits[second]}Z`;
}
