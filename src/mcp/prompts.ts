import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { fieldMappingContent } from './resources.ts';

/** Registers the prompts that a person can choose in their client. */
export function registerPrompts(server: McpServer): void {
  server.registerPrompt(
    'why-refused',
    {
      title: 'Why Is This Request Refused?',
      description: 'Finds out why the service refuses a request, from the sandbox and its rules',
      argsSchema: z.object({ request: z.string().max(2000).describe('The request or the error, as you have it') }),
    },
    ({ request }) => ({ messages: [said(whyRefused(request))] }),
  );
  server.registerPrompt(
    'move-to-version-3',
    {
      title: 'Move This File to Version 3',
      description: 'Moves a file from version 2.0 of the API to version 3, by the findings of the check',
      argsSchema: z.object({ file: z.string().max(4000).describe('Absolute path of the file') }),
    },
    ({ file }) => ({
      messages: [
        said(moveFile(file)),
        { role: 'user', content: { type: 'resource', resource: fieldMappingContent() } },
      ],
    }),
  );
}

function said(text: string) {
  return { role: 'user', content: { type: 'text', text } } as const;
}

function whyRefused(request: string): string {
  return `A request to the connected-car service is refused:

${request}

Find out why. Call list_requests for what the sandbox received and list_rules for the rules that its answer names. If the sandbox did not receive it, send the same request to the sandbox (sandbox_start gives its addresses). Then say in a few sentences which rule it breaks, where that rule is written, and what to change. Say so where a rule is only reported or assumed.`;
}

function moveFile(file: string): string {
  return `Move this file from version 2.0 of the connected-car API to version 3: ${file}

1. Call check_migration with the folder of its project, and take the findings of this file.
2. Change each place as its finding says: put fix there where it has one; else follow advice and instead, and the field mapping below. Invent no path, field or header that is in neither.
3. A value of version 3 may be missing. Battery levels count from 0 to 100 there, and from 0 to 1 in version 2.0.
4. Call check_migration again until the file has no finding that you can't explain.
5. Run the code against the sandbox: sandbox_start gives addresses and credentials of version 3, sandbox_set_subscription fills its store. Look at list_requests for what was refused, and why.

Then say what you changed and what is left to decide. Say so where the table knows something only from reports.`;
}
