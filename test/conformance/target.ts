/** The implementation to check, and what it gave the application. */
export interface Target {
  readonly authUrl: string;
  readonly baseUrl: string;
  /** Where the owner grants access. Without it, the tokens come from `code` or `refreshToken`. */
  readonly connectUrl?: string | undefined;
  /** A sandbox's control address: its clock can be turned with `POST {controlUrl}/clock {"advance": SECONDS}`. */
  readonly controlUrl?: string | undefined;
  readonly clientId: string;
  readonly clientSecret: string;
  readonly redirectUri: string;
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
