import type { EventSignal } from '../../service/webhooks/events.ts';

/** Codes of the signals that have another value than before. A signal that fails has none. */
export function changedCodes(before: readonly EventSignal[], after: readonly EventSignal[]): readonly string[] {
  const values = new Map(before.map((signal) => [signal.code, valueOf(signal)]));
  return after
    .filter((signal) => signal.body && !signal.failure && valueOf(signal) !== values.get(signal.code))
    .map(({ code }) => code);
}

function valueOf({ body }: EventSignal): string | undefined {
  if (!body) return undefined;
  const values: unknown = 'values' in body ? body.values : undefined;
  return JSON.stringify(Array.isArray(values) ? newestOf(values) : body);
}

/** Of a list of charges, the ongoing one and the last that ended: old ones leave the list unnoticed. */
function newestOf(values: readonly unknown[]): unknown {
  const ends = values.map((value) => {
    const end: unknown = typeof value === 'object' && value !== null ? Reflect.get(value, 'endTime') : undefined;
    return typeof end === 'string' ? end : undefined;
  });
  const last = ends.reduce((latest = '', end = '') => (end > latest ? end : latest), '');
  return values.filter((_, index) => ends[index] === undefined || ends[index] === last);
}
