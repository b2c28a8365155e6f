import { streamedJson } from '../web/streamed-json.ts';

/** Stands for a signal's values until they are written. No other string in a response contains it. */
const placeholder = 'values:6f2c1d0e-charges-are-written-here';

/** The body of a signal whose values are not generated yet. */
export const bodyWithValues = { values: [placeholder] };

/** The response as JSON, with the values in place of the placeholder. */
export function answerText(answer: object, values: Iterable<string> | undefined): string | ReadableStream<Uint8Array> {
  const text = JSON.stringify(answer);
  if (!values) return text;
  const [head = '', tail = ''] = text.split(JSON.stringify(placeholder));
  return streamedJson(head, values, tail);
}
