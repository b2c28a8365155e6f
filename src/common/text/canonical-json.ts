import { sortedJson } from './json-text.ts';

/**
 * The same spelling for all JSON texts that mean the same. Numbers are compared digit by digit, beyond the precision of
 * a JavaScript number.
 */
export function canonicalJson(text: string): string {
  return sortedJson(text, canonicalToken);
}

function canonicalToken(token: string): string {
  if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
  return /^[-\d]/.test(token) ? canonicalNumber(token) : token;
}

/** Longer exponents are left as they are: nobody sends them, and computing with them takes time. */
const longestExponent = 15;

function canonicalNumber(token: string): string {
  const [, sign = '', whole = '', fraction = '', power = '0'] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  if (power.length > longestExponent) return token;
  const digits = whole + fraction;
  let [from, end] = [0, digits.length];
  while (digits[from] === '0') from += 1;
  if (from === end) return '0';
  while (digits[end - 1] === '0') end -= 1;
  return `${sign}${digits.slice(from, end)}e${Number(power) - fraction.length + digits.length - end}`;
}
