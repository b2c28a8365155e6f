/** Version of the API. */
export type ApiVersion = '2.0' | '3';

/**
 * One version of the service at one deployment, and how an application signs in to it. Contains no secret. An
 * environment of both versions is two of these with the same name and the same application.
 */
export interface ServiceEnvironment {
  /** Name under which the user selects it. */
  readonly name: string;
  /** 2.0 if omitted. */
  readonly version?: ApiVersion | undefined;
  /** Base address of the token endpoint, whose path depends on the version. */
  readonly authUrl: string;
  /** Base URL of the vehicle data endpoints; the version is appended. */
  readonly baseUrl: string;
  /** Complete URL of the Connect page, without query. */
  readonly connectUrl: string;
  /** The client ID for token requests: the legacy client ID in version 2.0, the API client ID in version 3. */
  readonly clientId: string;
  /** The ID of the application for Connect, if it differs. */
  readonly applicationId?: string | undefined;
  /**
   * Where Connect sends the owner back to; the service requires an exact match. With port 0
   * (`http://localhost:0/callback`), this machine chooses a free port: only for a service that accepts every loopback
   * port, as the sandbox does.
   */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly mode?: 'live' | 'test' | 'simulated' | undefined;
  /**
   * Whether this extension can subscribe vehicles there, so that version 3 stores their signals: only in the sandbox.
   */
  readonly canSubscribe?: boolean;
}

/** Hosts of the public service, without a scheme: each version has its own hosts, one for each purpose (public). */
export const publicHosts = {
  v2: { data: 'api.smartcar.com', token: 'auth.smartcar.com', management: 'management.smartcar.com' },
  v3: { data: 'vehicle.api.smartcar.com', token: 'iam.smartcar.com', management: 'management.api.smartcar.com' },
  connect: 'connect.smartcar.com',
} as const;
