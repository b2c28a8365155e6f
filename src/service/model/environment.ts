/** Version of the API. */
export type ApiVersion = '2.0' | '3';

/** Whose grant gives access to data: the owner's, by tokens of each, or that of the application, by its own token. */
export function grantOf({ version }: Pick<ServiceEnvironment, 'version'>): 'owner' | 'application' {
  return version === '3' ? 'application' : 'owner';
}

/** One deployment of the service and how an application signs in to it. Holds no secret. */
export interface ServiceEnvironment {
  /** Name under which the user selects it. */
  readonly name: string;
  /** 2.0 where it is left out. */
  readonly version?: ApiVersion | undefined;
  /** Base address of the token endpoint, whose path the version decides. */
  readonly authUrl: string;
  /** Base URL of the vehicle data endpoints; the version is appended. */
  readonly baseUrl: string;
  /** Whole address of the Connect page, without query. */
  readonly connectUrl: string;
  /** Who asks for tokens: the legacy client ID in version 2.0, the API client ID in version 3. */
  readonly clientId: string;
  /** The ID that Connect knows the application by, where it is another one. */
  readonly applicationId?: string | undefined;
  /**
   * Where Connect sends the owner back to; compared to the letter by the service. Port 0
   * (`http://localhost:0/callback`) lets this machine choose a free port: only for a service that accepts every
   * loopback port, as the sandbox does.
   */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly mode?: 'live' | 'test' | 'simulated' | undefined;
  /** Whether this extension can subscribe vehicles there, so that version 3 stores their signals: in the sandbox. */
  readonly canSubscribe?: boolean;
}
