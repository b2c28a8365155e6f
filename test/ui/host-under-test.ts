import { hostVersions, type HostName } from '../host/install.ts';

/** Names the VS Code that the tests run in, a {@link HostName}; the current one unless it is set. */
export const hostVariable = 'VEHICLE_DATA_UI_HOST';

export const hostUnderTest = readName(process.env[hostVariable] ?? 'current');

/** The name of a test's folder in the cache. Each VS Code has its own, so that no run hides what another one left. */
export function folderUnderTest(name: string): string {
  return hostUnderTest === 'current' ? name : `${name}-${hostUnderTest}`;
}

function readName(name: string): HostName {
  if (!Object.hasOwn(hostVersions, name)) {
    throw new Error(`${hostVariable} is ${name}, and not one of ${Object.keys(hostVersions).join(', ')}`);
  }
  return name as HostName;
}
