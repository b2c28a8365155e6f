// npm run package [-- --update-notices]: the VSIX as users install it. Prints its path.
import { parseArgs } from 'node:util';
import { packageExtension, updateNotices } from './lib/build.ts';

const { values } = parseArgs({ options: { 'update-notices': { type: 'boolean', default: false } } });

if (values['update-notices']) await updateNotices();
console.log(await packageExtension());
