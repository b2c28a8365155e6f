import { stringKeys } from '../extension/records/english-strings.ts';
import type { ViewerStrings } from '../../../src/viewer/messages/viewer-strings.ts';

/** The viewer's texts as their own names, and those that carry values with them. */
export const strings = {
  ...Object.fromEntries(stringKeys.map((key) => [key, key])),
  withUnit: '{0} ({1})',
  duration: '{0} h {1} min',
  durationInMinutes: '{0} min',
  filterBetween: '{0}: {1} to {2}',
  filterFrom: '{0}: from {1}',
  filterTo: '{0}: up to {1}',
  filterChosen: '{0}: {1}',
  filterContains: 'contains {0}',
} as ViewerStrings;
