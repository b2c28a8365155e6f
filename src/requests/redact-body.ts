import { indentedJson } from '../common/json-text.ts';
import { withoutKnown, withoutSecrets } from '../service/http/redact.ts';
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
  const hide = isAboutTokens ? withoutSecrets : withoutKnown;
  // A run that the cut divides could be the beginning of a secret, which no comparison finds.
  const text = body.isCut ? body.text.replace(/[^\s"',:;&=<>]*$/, '') : body.text;
  if (body.isCut || !isJson(text)) {
    const fields = text.replace(textField, `$1${mask}`);
    return { text: hide(withoutParameters(fields), secrets), isCut: body.isCut };
  }
  const shown = indentedJson(text, (value, name = '') =>
    secretField.test(name) || (isAboutTokens && secretOfTokens.test(name))
      ? mask
      : hide(withoutParameters(value), secrets),
  );
  return { text: shown, isCut: false };
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
