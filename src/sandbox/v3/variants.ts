import * as z from 'zod';
import {
  documentedForms,
  type EventFormName,
  eventFormNames,
  type EventForms,
  formsOf,
  oldestForms,
} from '../../service/webhooks/event-forms.ts';

type EventVariants = { readonly [Name in EventFormName as `event${Capitalize<Name>}`]: EventForms[Name] };
type EventChoices = { readonly [Name in keyof EventVariants]: readonly EventVariants[Name][] };

const eventName = <Name extends EventFormName>(name: Name) =>
  `event${name.charAt(0).toUpperCase()}${name.slice(1)}` as `event${Capitalize<Name>}`;

/** Forms of events, that of the newest capture first. */
const eventChoices = Object.fromEntries(eventFormNames.map((name) => [eventName(name), formsOf(name)])) as EventChoices;

const eventVariants = (forms: EventForms) =>
  Object.fromEntries(eventFormNames.map((name) => [eventName(name), forms[name]])) as EventVariants;

/**
 * Default forms, and alternatives that occur only in isolated places: a page of the guide, examples of errors that
 * differ from live ones, forms of events. `older` and `newer` do not change these.
 */
const rare = {
  redirectUser: ['user_id', 'userId'],
  errors: ['typed', 'untyped'],
  ...eventChoices,
} as const;

/** Points on which copies of the documentation differ: first the older form, which is official, then the newer ones. */
const choices = {
  ...rare,
  listMeta: ['page', 'pageNumber'],
  listLinks: ['previous', 'prev'],
  timestamps: ['seconds', 'milliseconds', 'iso'],
  singleSignal: ['resource', 'data'],
  energyUnit: ['kWhr', 'kWh'],
  chargeType: ['connectorType', 'chargingType'],
} as const;

type VariantName = keyof typeof choices;
export type Variants = { readonly [Name in VariantName]: (typeof choices)[Name][number] };

const variantNames = Object.keys(choices) as readonly VariantName[];

/** Sets every switch to the form of the older copies, which are official, or to the newest form. */
const all = (place: 0 | -1) =>
  Object.fromEntries(
    variantNames.map((name) => [name, choices[name].at(Object.hasOwn(rare, name) ? 0 : place)]),
  ) as Variants;
const sets = { older: all(0), newer: all(-1) };

/** Sets of events only, which leave everything else as it is. */
const eventSets = { 'documented-events': eventVariants(documentedForms), 'events-of-2025': eventVariants(oldestForms) };

/** The forms of events among the variants. */
export function eventFormsOf(variants: Variants): EventForms {
  return Object.fromEntries(eventFormNames.map((name) => [name, variants[eventName(name)]])) as unknown as EventForms;
}

const explanation = `must be older, newer, ${Object.keys(eventSets).join(', ')} or NAME=VALUE, with commas between. ${variantNames
  .map((name) => `${name}: ${choices[name].join(', ')}`)
  .join('; ')}`;

/** `newer,timestamps=seconds`: later parts take precedence. Undefined if the text is invalid. */
function parse(text: string): Variants | undefined {
  let variants: Variants = sets.older;
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split('=', 2);
    if (Object.hasOwn(sets, name) && !part.includes('=')) variants = sets[name as keyof typeof sets];
    else if (Object.hasOwn(eventSets, part.trim())) {
      variants = { ...variants, ...eventSets[part.trim() as keyof typeof eventSets] };
    } else if (Object.hasOwn(choices, name) && (choices[name as VariantName] as readonly string[]).includes(value)) {
      variants = { ...variants, [name]: value };
    } else return undefined;
  }
  return variants;
}

/** The format in a scenario. */
export const variantText = z.string().refine((text) => parse(text) !== undefined, { error: explanation });

/** Throws an Error that lists the switches. */
export function readVariants(text: string): Variants {
  const variants = parse(text);
  if (!variants) throw new Error(`'${text}' ${explanation}`);
  return variants;
}
