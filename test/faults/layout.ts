import { join } from 'node:path';

/** The session that every run begins with. */
export const seededId = 'sandbox.seeded';
/** What stays of it when its owner connects again. */
export const seeded = (clientId: string) => ({
  environment: 'sandbox',
  clientId,
  account: { id: 'owner', label: 'Owner' },
  scopes: ['read_battery'],
});

export const sessionsFolder = (folder: string) => join(folder, 'sessions');
export const secretsFolder = (folder: string) => join(folder, 'secrets');
