import type { DescribedOperation } from '../web/openapi-document.ts';

/** Every endpoint of version 3. */
export const operations: readonly DescribedOperation[] = [];
