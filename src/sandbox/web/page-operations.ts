import type * as z from 'zod';
import type { DescribedAnswer, DescribedOperation } from './openapi-document.ts';

const answers: Readonly<Record<string, DescribedAnswer>> = {
  '200': { media: 'text/html', description: 'A page' },
  '302': { description: 'Back to the application' },
  '303': { description: 'Back to the application' },
  '400': { media: 'text/html', description: 'A page that says what is wrong; never a redirect' },
  '401': { media: 'text/html', description: 'The link has expired' },
  '403': { media: 'text/html', description: 'A request of another site' },
};

interface OwnerPage extends Pick<DescribedOperation, 'path' | 'id' | 'summary' | 'rule' | 'rulePrefixes'> {
  readonly query: z.ZodObject;
}

/** A page for the owner: one operation opens it, another submits its form. */
export function pageOperations(page: OwnerPage): DescribedOperation[] {
  return [
    { ...page, method: 'GET', answers },
    { ...page, method: 'POST', id: `${page.id}Form`, summary: `${page.summary}: the form`, answers },
  ];
}
