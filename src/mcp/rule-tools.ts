import * as z from 'zod';
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
export type RuleEntry = z.output<typeof rule>;

/** Every behaviour of the service that the sandbox simulates, and its source. */
export const ruleEntries: readonly RuleEntry[] = Object.entries(rules).map(([id, { title, basis, section }]) => {
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
