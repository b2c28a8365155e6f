// The sandbox, which ends after a second without a lease instead of half a minute.
export {};

const place = process.argv.indexOf('--exit-when-idle') + 1;
if (place > 0) process.argv[place] = '1';
await import('../../../src/sandbox/main.ts');
