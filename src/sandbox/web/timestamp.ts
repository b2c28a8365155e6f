import { startOfDay } from '../../common/date-range.ts';

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
