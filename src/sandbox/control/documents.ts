import { oauthApi } from '../oauth/oauth-api.ts';
import { version2 } from '../v2/api-version-2.ts';
import { version3 } from '../v3/api-version-3.ts';
import { type DescribedAnswer, type DescribedOperation, openApiDocument } from '../web/openapi.ts';
import { apiError } from '../../service/v2/contract.ts';
import { type ControlOperation, controlOperations } from './contract.ts';

const apis = [oauthApi, version2, version3];

/** The service as OpenAPI 3.1. `server` is the sandbox's address. */
export function serviceDocument(server: string, version: string) {
  return openApiDocument({
    title: 'Vehicle token and data service',
    version,
    description:
      'The service as the sandbox implements it. x-basis: the document, public knowledge, a report or an assumption. x-rules: the rules that an operation follows.',
    server,
    operations: apis.flatMap(({ operations }) => operations),
    securitySchemes: Object.assign({}, ...apis.map(({ securitySchemes }) => securitySchemes)) as object,
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
    operation: 'control',
    answers: {
      [success]: typeof answer === 'string' ? { media: answer } : { ...(answer && { schema: answer }) },
      ...(params && { '404': { schema: apiError } }),
      ...refused,
    },
  };
}
