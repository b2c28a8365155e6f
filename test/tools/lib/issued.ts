import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';

/** Environment variable that tells a sandbox under test where to note what it issues. */
export const issuedVariable = 'VEHICLE_DATA_TEST_ISSUED';

/** Name of that file in the home of a test. */
export const issuedName = 'sandbox-issued.txt';

/** Every code and token that a sandbox under test has issued, from the file where it noted them. */
export async function notedSecrets(file: string): Promise<readonly string[]> {
  return existsSync(file) ? [...new Set((await readFile(file, 'utf8')).split('\n').filter(Boolean))] : [];
}
