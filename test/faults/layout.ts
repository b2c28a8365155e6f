import { join } from 'node:path';

/** The session that every run begins with. */
export const seededId = 'sandbox.seeded';

export const sessionsFolder = (folder: string) => join(folder, 'sessions');
export const secretsFolder = (folder: string) => join(folder, 'secrets');
