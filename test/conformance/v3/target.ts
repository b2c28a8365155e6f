/** An implementation of version 3 to check, and what it gave the application. */
export interface Target3 {
  /** Base address of the token endpoint. */
  readonly authUrl: string;
  /** Base address of the vehicle API. */
  readonly baseUrl: string;
  /** Base address of the management API. */
  readonly managementUrl: string;
  /** Where the owner grants access. Without it, `userId` says whose vehicles are read. */
  readonly connectUrl?: string | undefined;
  /** A sandbox's control address: its clock can be turned with `POST {controlUrl}/clock {"advance": SECONDS}`. */
  readonly controlUrl?: string | undefined;
  /** API client ID and secret. */
  readonly clientId: string;
  readonly clientSecret: string;
  /** What Connect knows the application by. */
  readonly applicationId?: string | undefined;
  readonly redirectUri: string;
  /** An owner who has connected vehicles. */
  readonly userId?: string | undefined;
  /** Signs events. */
  readonly managementToken?: string | undefined;
  /** A webhook that vehicles may be subscribed to. */
  readonly webhookId?: string | undefined;
}
