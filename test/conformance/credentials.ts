import { property } from './rule.ts';
import type { Target, Target3 } from './target.ts';

/** A sandbox says at its control address which application it knows. Throws an Error that names what is missing. */
export async function withCredentials(target: Target): Promise<Target> {
  if (target.clientId !== '' && target.clientSecret !== '') return target;
  const known = await said(target.controlUrl);
  return { ...target, ...chosen(target, property(known, 'clientId'), property(known, 'clientSecret')) };
}

/** The same of version 3, with the webhook that every sandbox has. Throws an Error that names what is missing. */
export async function withCredentials3(target: Target3): Promise<Target3> {
  const known = property(await said(target.controlUrl), 'v3');
  const credentials = chosen(target, property(known, 'apiClientId'), property(known, 'apiClientSecret'));
  const managementToken = property(known, 'applicationManagementToken');
  const { applicationId = property(known, 'applicationId'), webhookId = await firstWebhook(target.controlUrl) } =
    target;
  return {
    ...target,
    ...credentials,
    ...(typeof applicationId === 'string' && { applicationId }),
    ...(typeof webhookId === 'string' && { webhookId }),
    ...(typeof managementToken === 'string' && { managementToken }),
  };
}

async function firstWebhook(controlUrl: string | undefined): Promise<unknown> {
  const list = property(controlUrl === undefined ? {} : await said(`${controlUrl}/webhooks`), 'webhooks');
  return property(Array.isArray(list) ? list[0] : {}, 'id');
}

async function said(controlUrl: string | undefined): Promise<unknown> {
  return controlUrl === undefined ? {} : (await fetch(controlUrl)).json();
}

function chosen(given: Pick<Target, 'clientId' | 'clientSecret'>, knownId: unknown, knownSecret: unknown) {
  const [clientId, clientSecret] = [given.clientId || knownId, given.clientSecret || knownSecret];
  if (typeof clientId === 'string' && typeof clientSecret === 'string') return { clientId, clientSecret };
  throw new Error('--client-id and --client-secret are needed where no --control-url says them');
}
