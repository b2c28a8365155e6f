import type { McpServer } from '@modelcontextprotocol/server';
import * as z from 'zod';
import { type FieldMapping, fieldMappings } from '../service/field-mapping/field-mappings.ts';
import { rules } from '../sandbox/rules/rules.ts';
import { type Tool, tool } from './tool.ts';

const rule = z.object({
  id: z.string(),
  title: z.string().describe('What the service does'),
  basis: z
    .enum(['document', 'public', 'reported', 'assumed'])
    .describe("The service's document; other official pages; reports of others; a guess where all are silent"),
  section: z.string().describe("Where it is written; '' for a guess"),
});
type RuleEntry = z.output<typeof rule>;

/** Every behaviour of the service that the sandbox simulates, and its source. */
const ruleEntries: readonly RuleEntry[] = Object.entries(rules).map(([id, { title, basis, section }]) => {
  return { id, title, basis, section };
});

export const ruleTools: readonly Tool[] = [
  tool({
    name: 'list_rules',
    title: 'List Rules',
    description:
      'How the service behaves, rule by rule, each with where it is written. The header Sandbox-Rule of an answer and list_requests name rules by id. Trust document and public before reported and assumed.',
    input: z.strictObject({
      about: z.string().max(100).optional().describe('Only rules whose id or title has all of these words'),
    }),
    output: z.object({ rules: z.array(rule) }),
    hints: { readOnlyHint: true },
    run: ({ about = '' }) => {
      const words = about.toLowerCase().split(/\s+/);
      const has = ({ id, title }: RuleEntry) => words.every((word) => `${id} ${title}`.toLowerCase().includes(word));
      return Promise.resolve({ rules: ruleEntries.filter(has) });
    },
  }),
];

const known: Readonly<Record<FieldMapping['grade'], string>> = {
  A: 'official',
  B: 'official preview, or follows from official pages',
  C: 'reported by others',
};

/** Where everything in version 2.0 has moved, and how reliable that information is. */
const mappingEntries = fieldMappings.map(({ id, area, v2, v3, changes, grade }) => {
  return { id, area, v2: v2 ?? 'new in version 3', v3: v3 ?? 'gone', changes, known: known[grade] };
});

const json = (href: string, data: object) => {
  return { uri: href, mimeType: 'application/json', text: JSON.stringify(data) };
};

/** The field mapping, as the content of a resource. */
export const fieldMappingContent = () => json('vehicle-data://moves', mappingEntries);

/** Registers what an agent can look up without calling a tool. */
export function registerResources(server: McpServer): void {
  server.registerResource(
    'rules',
    'vehicle-data://rules',
    {
      title: 'Rules of the service',
      description: 'Every behaviour that the sandbox plays, with where it is written',
      mimeType: 'application/json',
    },
    ({ href }) => ({ contents: [json(href, ruleEntries)] }),
  );
  server.registerResource(
    'moves',
    'vehicle-data://moves',
    {
      title: 'From version 2.0 to version 3',
      description: 'Where each path and field of version 2.0 is in version 3, and how well that is known',
      mimeType: 'application/json',
    },
    () => ({ contents: [fieldMappingContent()] }),
  );
}
