import path from 'node:path';

/**
 * A path relative to a folder that contains it, with slashes. Empty for the folder itself, undefined for a path outside
 * the folder.
 */
export function pathBelow(folder: string, inner: string, paths: path.PlatformPath = path): string | undefined {
  const below = paths.relative(folder, inner);
  const isOutside = below === '..' || below.startsWith(`..${paths.sep}`) || paths.isAbsolute(below);
  return isOutside ? undefined : below.replaceAll(paths.sep, '/');
}
