import { readFile } from 'node:fs/promises';

/** What of a sandbox's state may appear nowhere else. */
interface State {
  readonly codes: readonly (readonly [string, unknown])[];
  readonly accessTokens: readonly (readonly [string, unknown])[];
  readonly refreshTokens: readonly (readonly [string, unknown])[];
  readonly capacityLinks: readonly (readonly [string, { readonly token: string }])[];
}

/** Every code and token that a sandbox as users have it still knows, from the file of its state. */
export async function storedSecrets(file: string): Promise<readonly string[]> {
  const state = JSON.parse(await readFile(file, 'utf8')) as State;
  const named = [...state.codes, ...state.accessTokens, ...state.refreshTokens].map(([secret]) => secret);
  return [...named, ...state.capacityLinks.map(([, { token }]) => token)];
}
