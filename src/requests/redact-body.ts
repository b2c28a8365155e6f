import { indentedJson } from '../common/text/json-text.ts';
import { hiding, withoutSecrets } from '../service/http/redact.ts';
import { harmlessParameters, mask } from './shown-parameters.ts';

/** What of an answer's body may be shown: JSON is laid out in lines, other text stays as it came. */
export interface RedactedBody {
  readonly text: string;
  /** Whether only the beginning is kept. */
  readonly isCut: boolean;
}

const secretField = /(?:token|secret|password|credential|authorization)s?$/i;
/** In the answer to a code exchange every `code` would be one; elsewhere it is the name of an error. */
const secretOfTokens = /^(?:code|state)$/i;
const textField = /("(?:[^"\\]|\\.)*(?:token|secret|password|credential|authorization)s?"\s*:\s*")(?:[^"\\]|\\.)*/gi;
const parameter = /([?&;]([\w.~-]+)=)[^&;"'\s<>]*/g;

/** `isAboutTokens` for the token endpoint, whose answers show nothing that looks like a token. */
export function redactBody(
  body: { readonly text: string; readonly isCut: boolean },
  secrets: readonly string[],
  isAboutTokens: boolean,
): RedactedBody {
  const hide = isAboutTokens ? (shown: string) => withoutSecrets(shown, secrets) : hiding(secrets);
  if (body.isCut || !isJson(body.text)) {
    const beginning = beginningOf(body.text);
    const isCut = body.isCut || beginning !== body.text;
    // A run that the cut divides could be the beginning of a secret, which no comparison finds.
    const text = isCut ? beginning.replace(/[^\s"',:;&=<>]*$/, '') : beginning;
    return { text: hide(withoutParameters(text.replace(textField, `$1${mask}`))), isCut };
  }
  const shown = indentedJson(body.text, (value, name = '') =>
    secretField.test(name) || (isAboutTokens && secretOfTokens.test(name)) ? mask : hide(withoutParameters(value)),
  );
  return { text: shown, isCut: false };
}

const mostOfBeginning = 16 << 10;

/** Of a text that can't be compared anyway. A copy: what a text is sliced from stays in memory. */
export function beginningOf(text: string): string {
  return text.length <= mostOfBeginning ? text : Buffer.from(text.slice(0, mostOfBeginning)).toString();
}

/** Hides the values of address parameters that are not known to be harmless. */
function withoutParameters(text: string): string {
  return text.replace(parameter, (whole, start: string, name: string) =>
    harmlessParameters.has(name) ? whole : `${start}${mask}`,
  );
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}
