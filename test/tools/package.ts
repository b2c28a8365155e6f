// npm run package: the VSIX as users install it. Prints its path.
import { packageExtension } from './lib/build.ts';

console.log(await packageExtension());
