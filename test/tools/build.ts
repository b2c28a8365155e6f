// npm run build: `dist`, for development. Arguments go to esbuild.mjs (--watch, --production).
import { build } from './lib/build.ts';

await build(...process.argv.slice(2));
