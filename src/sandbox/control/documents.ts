import { apiOperations, apiSchemas, capacityPageOperations } from '../v2/operations.ts';
import { oauthOperations, oauthSchemas } from '../oauth/operations.ts';
import { type DescribedAnswer, type DescribedOperation, openApiDocument } from '../web/openapi-document.ts';
import { apiError } from '../../service/v2/contract.ts';
import { type ControlOperation, controlOperations, controlSchemas } from './contract.ts';

/** The service as OpenAPI 3.1. `server` is the sandbox's address. */
export function serviceDocument(server: string, version: string) {
  return openApiDocument({
    title: 'Vehicle token and data service',
    version,
    description:
      'The service as the sandbox implements it. x-basis: the document, public knowledge, a report or an assumption. x-rules: the rules that an operation follows.',
    server,
    schemas: { ...oauthSchemas, ...apiSchemas },
    operations: [...oauthOperations, ...apiOperations, ...capacityPageOperations],
    securitySchemes: {
      client: { type: 'http', scheme: 'basic', description: 'client_id and client_secret of the application' },
      accessToken: { type: 'http', scheme: 'bearer', description: 'The access token, valid for 7200 seconds' },
    },
  });
}

/** The control paths as OpenAPI 3.1. */
export function controlDocument(server: string, version: string) {
  return openApiDocument({
    title: 'Vehicle data sandbox: control',
    version,
    description:
      'Clock, faults, requests, data and state of the sandbox. For programs on this machine, not for pages of other sites.',
    server,
    schemas: { ApiError: apiError, ...controlSchemas },
    operations: Object.entries<ControlOperation>(controlOperations).map(describe),
  });
}

const refused: Readonly<Record<string, DescribedAnswer>> = {
  '400': { schema: apiError, description: 'The body or the query is wrong; detail names each field' },
  '403': { media: 'text/html', description: 'A request of another site' },
};

function describe([id, { path, answer, status, params, ...operation }]: [
  string,
  ControlOperation,
]): DescribedOperation {
  const success = answer === undefined ? '204' : String(status ?? 200);
  return {
    ...operation,
    ...(params && { params }),
    id,
    path: `/sandbox${path}`,
    rule: 'sandbox.control',
    rulePrefixes: ['sandbox.'],
    answers: {
      [success]: typeof answer === 'string' ? { media: answer } : { ...(answer && { schema: answer }) },
      ...(params && { '404': { schema: apiError } }),
      ...refused,
    },
  };
}
