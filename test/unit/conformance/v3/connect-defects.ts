import type { Defect } from '../broken-service.ts';
import { answersInstead, changesRedirect, isConnect, mendsQuery, queryOf, refusal } from './altering.ts';

export const connectDefects: readonly (() => Defect)[] = [
  answersInstead(
    'v3.connect.application-id',
    'does not know application_id',
    (request) => isConnect(request) && queryOf(request).has('application_id'),
    refusal(400),
  ),
  answersInstead(
    'v3.connect.client-id',
    'does not know client_id',
    (request) => isConnect(request) && queryOf(request).has('client_id'),
    refusal(400),
  ),
  changesRedirect(
    'v3.connect.user-id',
    'leaves out user_id',
    () => true,
    (query) => {
      query.delete('user_id');
    },
  ),
  changesRedirect(
    'v3.connect.response-type-none',
    'always sends a code',
    (request) => queryOf(request).get('response_type') === 'none',
    (query) => {
      query.set('code', 'one');
    },
  ),
  changesRedirect(
    'v3.connect.response-type-code',
    'never sends a code',
    () => true,
    (query) => {
      query.delete('code');
    },
  ),
  changesRedirect(
    'v3.connect.response-type-code',
    'leaves out user_id beside the code',
    (request) => queryOf(request).get('response_type') === 'code',
    (query) => {
      query.delete('user_id');
    },
  ),
  changesRedirect(
    'v3.connect.state',
    'loses a plus in state',
    (request) => queryOf(request).has('state'),
    (query) => {
      query.set('state', query.get('state')?.replace('+', ' ') ?? '');
    },
  ),
  changesRedirect(
    'v3.connect.external-id',
    'keeps external_id to itself',
    () => true,
    (query) => {
      query.delete('external_id');
    },
  ),
  answersInstead(
    'v3.connect.no-redirect',
    'demands a redirect URI',
    (request) => isConnect(request) && !queryOf(request).has('redirect_uri'),
    refusal(400),
  ),
  mendsQuery('v3.connect.api-client-id', 'takes the API client ID', isConnect, (query, { version3 }) => {
    for (const name of ['client_id', 'application_id']) {
      if (query.get(name)?.startsWith('client_')) query.set(name, version3.applicationId ?? '');
    }
  }),
];
