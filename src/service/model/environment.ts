/** One deployment of the service and how an application signs in to it. Holds no secret. */
export interface ServiceEnvironment {
  /** Name under which the user selects it. */
  readonly name: string;
  /** Base address of the token endpoint; `/oauth/token` is appended. */
  readonly authUrl: string;
  /** Base address of the vehicle data endpoints; `/v2.0/…` is appended. */
  readonly baseUrl: string;
  /** Whole address of the Connect page, without query. */
  readonly connectUrl: string;
  readonly clientId: string;
  /**
   * Where Connect sends the owner back to; compared to the letter by the service. Port 0
   * (`http://localhost:0/callback`) lets this machine choose a free port: only for a service that accepts every
   * loopback port, as the sandbox does.
   */
  readonly redirectUri: string;
  readonly scopes: readonly string[];
  readonly mode?: 'live' | 'test' | 'simulated';
}
