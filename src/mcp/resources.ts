import type { McpServer } from '@modelcontextprotocol/server';
import type { FieldMapping } from '../service/field-mapping/field-mapping.ts';
import { fieldMappings } from '../service/field-mapping/field-mappings.ts';
import { ruleEntries } from './rule-tools.ts';

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
