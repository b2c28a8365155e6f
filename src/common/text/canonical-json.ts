import { sortedJson } from './json-text.ts';

/** One spelling for all texts of JSON that mean the same: numbers digit by digit, whatever a number of JavaScript holds. */
export function canonicalJson(text: string): string {
  return sortedJson(text, canonicalToken);
}

function canonicalToken(token: string): string {
  if (token.startsWith('"')) return token.includes('\\') ? JSON.stringify(JSON.parse(token)) : token;
  return /^[-\d]/.test(token) ? canonicalNumber(token) : token;
}

/** An exponent of more digits is left as it is: no one sends it, and to work with it takes time. */
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
