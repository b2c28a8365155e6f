import { createRequire } from 'node:module';

/** What the official Node library answers with: the body, and what it read from the headers. */
type SdkAnswer = Readonly<Record<string, unknown>> & {
  readonly meta: { readonly requestId: string; readonly unitSystem: string; readonly dataAge: Date };
};

interface SdkAccess {
  readonly accessToken: string;
  readonly refreshToken: string;
  readonly expiration: Date;
}

export interface SdkError extends Error {
  readonly statusCode: number;
  readonly type: string;
  readonly code?: string;
  readonly description: string;
  readonly requestId?: string;
  readonly resolution?: { readonly type: string | null };
  readonly retryAfter?: string;
  readonly detail?: readonly unknown[];
}

interface SdkVehicle {
  attributes(): Promise<SdkAnswer>;
  vin(): Promise<SdkAnswer>;
  permissions(paging?: { limit?: number; offset?: number }): Promise<SdkAnswer>;
  nominalCapacity(): Promise<SdkAnswer>;
  disconnect(): Promise<SdkAnswer>;
  odometer(): Promise<SdkAnswer>;
  batch(paths: readonly string[]): Promise<Readonly<Record<string, () => SdkAnswer>>>;
  /** Its headers and body, and no error class: what the library offers for endpoints that it has no method for. */
  request(method: string, path: string, body?: object, headers?: object, version?: string): Promise<SdkAnswer>;
  /** Of version 3. */
  getSignals(): Promise<SdkAnswer>;
  getSignal(code: string): Promise<SdkAnswer>;
}

interface Sdk {
  readonly AuthClient: new (options: {
    clientId?: string;
    clientSecret?: string;
    redirectUri: string;
    mode?: string;
  }) => {
    getAuthUrl(scope: readonly string[], options?: object): string;
    exchangeCode(code: string): Promise<SdkAccess>;
    exchangeRefreshToken(token: string): Promise<SdkAccess>;
  };
  readonly Vehicle: new (id: string, token: string, options?: { unitSystem?: string }) => SdkVehicle;
  readonly SmartcarError: new (...args: never) => SdkError;
  /** Of version 3. */
  getVehicle(token: string, id: string): Promise<SdkAnswer>;
  getUser(accessToken: string): Promise<SdkAnswer>;
  getVehicles(accessToken: string, paging?: { limit?: number; offset?: number }): Promise<SdkAnswer>;
}

const require = createRequire(import.meta.url);

/** The official Node library of the service, as it is published. It has no types of its own. */
export const smartcar = require('smartcar') as Sdk;
