import type { ServiceEnvironment } from './environment.ts';

export interface ConnectRequest {
  readonly environment: Pick<ServiceEnvironment, 'connectUrl' | 'clientId' | 'mode'>;
  /** Equal to the letter to what the code exchange sends. */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  /** base64url, so that no layer re-encodes it. */
  readonly state: string;
}

/** Address that the owner is sent to (public; the document leaves its parameters out). */
export function connectUrl(_request: ConnectRequest): string {
  throw new Error('to be written');
}

/** What came back on the redirect URI. Unknown parameters are ignored. */
export type ConnectRedirect =
  | { readonly kind: 'code'; readonly code: string; readonly state: string | null }
  /** The owner or the service said no; `message` and `nextStep` are for people. */
  | {
      readonly kind: 'refused';
      readonly error: string;
      readonly message: string;
      readonly nextStep: string;
      readonly state: string | null;
    }
  /** `user_id` without `code`: the sign of an application configured for version 3. */
  | { readonly kind: 'version-3'; readonly message: string; readonly nextStep: string; readonly state: string | null }
  | { readonly kind: 'unreadable'; readonly message: string; readonly nextStep: string; readonly state: string | null };

export function readConnectRedirect(_url: URL): ConnectRedirect {
  throw new Error('to be written');
}

/** Sets `redirect_uri` on the capacity `url` of the document, whose public form ends in `redirect_uri=`. */
export function capacityUrl(_selectUrl: string, _redirectUri: string): string {
  throw new Error('to be written');
}

/** What came back from the owner's capacity choice (public). */
export type CapacityRedirect =
  | { readonly kind: 'selected'; readonly vehicleId: string | null; readonly capacity: number | null }
  | { readonly kind: 'unknown'; readonly vehicleId: string | null }
  | { readonly kind: 'refused'; readonly error: string; readonly message: string };

export function readCapacityRedirect(_url: URL): CapacityRedirect {
  throw new Error('to be written');
}
