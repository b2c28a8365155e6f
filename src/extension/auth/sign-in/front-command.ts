/**
 * What brings the application to the front that the folder is part of. Undefined where the system lets a program in the
 * background do no such thing: that is everywhere but on macOS.
 */
export function frontCommand(
  platform: NodeJS.Platform,
  appRoot: string,
): [command: string, args: string[]] | undefined {
  const [bundle] = /^\/.*?\.app(?=\/|$)/.exec(appRoot) ?? [];
  return platform === 'darwin' && bundle !== undefined ? ['/usr/bin/open', ['-a', bundle]] : undefined;
}
