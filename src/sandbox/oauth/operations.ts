import * as z from 'zod';
import { codeExchangeForm, oauthError, refreshForm, tokenPair } from '../../service/oauth/token-contract.ts';
import type { DescribedOperation } from '../web/openapi-document.ts';
import { connectQuery } from './connect-request.ts';
import { pageOperations } from '../web/page-operations.ts';

const tokenRequest = z.union([codeExchangeForm, refreshForm]);

export const oauthSchemas = {
  TokenPair: tokenPair,
  CodeExchange: codeExchangeForm,
  Refresh: refreshForm,
  TokenRequest: tokenRequest,
  OAuthError: oauthError,
};

const text = (description: string) => z.string().describe(description);
const application = text('The application');
const redirectUri = text('Where the owner is sent back to; added by the application');

const tokenOperation: DescribedOperation = {
  method: 'POST',
  path: '/oauth/token',
  id: 'token',
  summary: 'Exchange an authorization code, or a refresh token, for a token pair',
  rule: 'token.pair',
  rulePrefixes: ['token.', 'errors.oauth', 'sandbox.'],
  security: 'client',
  body: tokenRequest,
  bodyMedia: 'application/x-www-form-urlencoded',
  answers: { '200': { schema: tokenPair }, '400': { schema: oauthError }, '401': { schema: oauthError } },
};

/** Token endpoint, Connect and reauthentication, for the OpenAPI document. */
export const oauthOperations: readonly DescribedOperation[] = [
  tokenOperation,
  {
    ...tokenOperation,
    path: '/',
    id: 'tokenAtOrigin',
    summary: 'The same, where the Python library posts it',
    rule: 'sandbox.token-at-origin',
  },
  ...pageOperations({
    path: '/oauth/authorize',
    id: 'connect',
    summary: 'Connect, where the owner allows or denies',
    rule: 'connect.page',
    rulePrefixes: ['connect.', 'v3.connect.', 'sandbox.'],
    query: connectQuery,
  }),
  ...pageOperations({
    path: '/oauth/reauthenticate',
    id: 'reauthenticate',
    summary: 'Where the owner signs in to the vehicle maker again',
    rule: 'reauthentication.page',
    rulePrefixes: ['reauthentication.', 'sandbox.'],
    query: z.object({
      response_type: z.literal('vehicle_id').describe('vehicle_id'),
      client_id: application,
      vehicle_id: text('The vehicle'),
      redirect_uri: redirectUri,
      state: text('Returned byte for byte; added by the application').optional(),
    }),
  }),
];
