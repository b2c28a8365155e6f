/** More types of events may come than are known. */
export const unknownEventType = 'VEHICLE_SOMETHING_NEW';

/** Public: how large an event can be, in bytes. */
export const mostEventBytes = 50_000;

/** The same event with a long name of its webhook, or ID of its request in version 2.0: as large as one can be. */
export function enlarged(body: Buffer): Buffer {
  const missing = 'x'.repeat(Math.max(0, mostEventBytes - body.length));
  return Buffer.from(body.toString('utf8').replace(/(?<="(?:webhookName|requestId)":")/, missing));
}

/** The same JSON as no `JSON.stringify` writes it: `78.0`, `1e2`, `\\u0042`, spaces. */
export function oddlyWritten(body: Buffer): Buffer {
  const text = body.toString('utf8');
  const numbers = text.replace(/(?<="value":)(-?\d+)(?=[,}])/g, (_, digits: string) =>
    /^-?[1-9]0+$/.test(digits) ? digits.replace(/0+$/, (zeros) => `e${zeros.length}`) : `${digits}.0`,
  );
  return Buffer.from(
    numbers
      .replace(/[^\0-~]/gu, (character) => character.replace(/[^]/g, escaped))
      .replace(/(?<="make":")[^\\"]/, escaped)
      .replace(/^\{/, '{ ')
      .replace(/\}$/, ' }\n'),
  );
}

function escaped(unit: string): string {
  return `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`;
}
