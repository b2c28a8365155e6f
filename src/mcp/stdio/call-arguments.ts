import { isRecord } from '../../common/is-record.ts';

/**
 * Some clients send null if a call has no arguments, and others a JSON text that their model wrote. Both are converted
 * to an object.
 */
export function mendArguments(message: Readonly<Record<string, unknown>>): void {
  const { method, params } = message;
  if (method !== 'tools/call' || !isRecord(params)) return;
  const given = params.arguments;
  if (given === null || given === '') Object.assign(params, { arguments: {} });
  if (typeof given !== 'string') return;
  try {
    const read: unknown = JSON.parse(given);
    if (isRecord(read)) Object.assign(params, { arguments: read });
  } catch {
    // Left as it is: the SDK reports the error.
  }
}
