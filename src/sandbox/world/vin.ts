import { SeededRandom } from './seeded-random.ts';

/** 17 characters without I, O and Q. */
export const vinPattern = /^[A-HJ-NPR-Z0-9]{17}$/;

const characters = '0123456789ABCDEFGHJKLMNPRSTUVWXYZ';
const weights = [8, 7, 6, 5, 4, 3, 2, 10, 0, 9, 8, 7, 6, 5, 4, 3, 2];
const checkDigitPosition = 8;

/** A VIN that depends only on the vehicle's ID, with the check digit of ISO 3779 as used in North America. */
export function seededVin(vehicleId: string): string {
  const random = new SeededRandom('vin', vehicleId);
  const vin = weights.map(() => characters[Math.floor(random.next() * characters.length)] ?? '0');
  vin[checkDigitPosition] = checkDigit(vin);
  return vin.join('');
}

function checkDigit(vin: readonly string[]): string {
  const sum = vin.reduce((total, character, index) => total + valueOf(character) * (weights[index] ?? 0), 0);
  return sum % 11 === 10 ? 'X' : String(sum % 11);
}

/** A to H are 1 to 8, J to R are 1 to 9, S to Z are 2 to 9. */
function valueOf(character: string): number {
  const digit = Number(character);
  if (!Number.isNaN(digit)) return digit;
  const place = character.charCodeAt(0) - 'A'.charCodeAt(0);
  return ((character < 'S' ? place : place + 1) % 9) + 1;
}
