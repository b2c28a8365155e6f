/** An implementation to check, and what it gave the application. */
interface SharedTarget {
  /** Base address of the token endpoint. */
  readonly authUrl: string;
  readonly baseUrl: string;
  /** Where the owner grants access. */
  readonly connectUrl?: string | undefined;
  /** A sandbox's control address: its clock can be turned with `POST {controlUrl}/clock {"advance": SECONDS}`. */
  readonly controlUrl?: string | undefined;
  /** In version 3, of the API client. */
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
}

/** Version 2.0. Without Connect, the tokens come from `code` or `refreshToken`. */
export interface Target extends SharedTarget {
  /** An authorization code that was not used yet, for an implementation whose Connect flow needs a person. */
  readonly code?: string | undefined;
  readonly refreshToken?: string | undefined;
  /** Vehicles to ask for, where the public endpoints that list them are missing. */
  readonly vehicles?: readonly Vehicle[] | undefined;
  /** A vehicle based neither in the United States nor in Europe. */
  readonly outsideVehicle?: string | undefined;
  /** When the owner first granted access. Milliseconds since 1970. */
  readonly firstGranted?: number | undefined;
}

export interface Vehicle {
  readonly id: string;
  /** As it stands in the path of the records: in lower case. */
  readonly make: string;
}

/** Version 3. Without Connect, `userId` says whose vehicles are read. */
export interface Target3 extends SharedTarget {
  /** Base address of the management API. */
  readonly managementUrl: string;
  /** What Connect knows the application by. */
  readonly applicationId?: string | undefined;
  /** An owner who has connected vehicles. */
  readonly userId?: string | undefined;
  /** Signs events. */
  readonly managementToken?: string | undefined;
  /** A webhook that vehicles may be subscribed to. */
  readonly webhookId?: string | undefined;
}
