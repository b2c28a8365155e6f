/**
 * The command that brings the application in the folder to the front. Undefined on all systems but macOS: they don't
 * let a background program do that.
 */
export function frontCommand(
  platform: NodeJS.Platform,
  appRoot: string,
): [command: string, args: string[]] | undefined {
  const [bundle] = /^\/.*?\.app(?=\/|$)/.exec(appRoot) ?? [];
  return platform === 'darwin' && bundle !== undefined ? ['/usr/bin/open', ['-a', bundle]] : undefined;
}
