import type { ServiceEnvironment } from '../../service/model/environment.ts';

/** What a flow may show. */
export interface SignInUi {
  /** Target of a link that copies the address which the owner is sent to. */
  readonly copyLink: string;
  /** False where no browser opened. The address is passed on to the letter. */
  openExternal(url: string): PromiseLike<boolean>;
  /** Offers to copy the address, for a browser that has to be opened by hand. Does not wait. */
  offerLink(url: string): void;
}

export interface FlowRequest {
  readonly environment: ServiceEnvironment;
  readonly scopes: readonly string[];
  readonly ui: SignInUi;
  /** One line for the progress. Links are shown as such. */
  readonly report: (message: string) => void;
  /** Aborted when the user cancels. */
  readonly signal: AbortSignal;
}

/** What the code exchange needs. */
export interface FlowResult {
  readonly code: string;
  /** Equal to the one in the Connect URL. */
  readonly redirectUri: string;
}

/** One way to send the owner to Connect and to learn the authorization code. Rejects with ServiceError. */
export type SignInFlow = (request: FlowRequest) => Promise<FlowResult>;
