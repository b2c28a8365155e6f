import * as z from 'zod';

/**
 * Default forms, and others that stand in single places: a page of the guide, examples of errors unlike those seen live.
 * Neither `older` nor `newer` turns these.
 */
const rare = {
  redirectUser: ['user_id', 'userId'],
  errors: ['typed', 'untyped'],
} as const;

/** Points on which copies of the documentation differ: the older form, which is official, and the newer ones. */
const choices = {
  ...rare,
  listMeta: ['page', 'pageNumber'],
  listLinks: ['previous', 'prev'],
  timestamps: ['seconds', 'milliseconds', 'iso'],
  singleSignal: ['resource', 'data'],
  energyUnit: ['kWhr', 'kWh'],
  chargeType: ['connectorType', 'chargingType'],
  undetermined: ['null', 'unavailable'],
} as const;

export type VariantName = keyof typeof choices;
export type Variants = { readonly [Name in VariantName]: (typeof choices)[Name][number] };

export const variantNames = Object.keys(choices) as readonly VariantName[];

/** All values of a switch, the default first. */
export function valuesOf(name: VariantName): readonly string[] {
  return choices[name];
}

/** Every switch on the form of the older copies, which are the official ones; or of the newest. */
const all = (place: 0 | -1) =>
  Object.fromEntries(
    variantNames.map((name) => [name, choices[name].at(Object.hasOwn(rare, name) ? 0 : place)]),
  ) as Variants;
const sets = { older: all(0), newer: all(-1) };
export const defaultVariants = sets.older;

const explanation = `must be older, newer or NAME=VALUE, with commas between. ${variantNames
  .map((name) => `${name}: ${choices[name].join(', ')}`)
  .join('; ')}`;

/** `newer,timestamps=seconds`: what comes later wins. Undefined where it is none. */
function parse(text: string): Variants | undefined {
  let variants: Variants = defaultVariants;
  for (const part of text.split(',')) {
    const [name = '', value = ''] = part.trim().split('=', 2);
    if (Object.hasOwn(sets, name) && !part.includes('=')) variants = sets[name as keyof typeof sets];
    else if (Object.hasOwn(choices, name) && valuesOf(name as VariantName).includes(value)) {
      variants = { ...variants, [name]: value };
    } else return undefined;
  }
  return variants;
}

/** As it stands in a scenario. */
export const variantText = z.string().refine((text) => parse(text) !== undefined, { error: explanation });

/** Throws an Error that lists the switches. */
export function readVariants(text: string): Variants {
  const variants = parse(text);
  if (!variants) throw new Error(`'${text}' ${explanation}`);
  return variants;
}
