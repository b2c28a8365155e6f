import { shellOf } from './shells.ts';

/** The formats in which a request can be copied. */
const languages = [
  { id: 'posix', label: 'curl (POSIX)' },
  { id: 'powershell', label: 'curl (PowerShell)' },
  { id: 'cmd', label: 'curl (cmd)' },
  { id: 'javascript', label: 'JavaScript (fetch)' },
  { id: 'python', label: 'Python (requests)' },
  { id: 'java', label: 'Java (java.net.http)' },
  { id: 'http', label: '.http (REST Client, JetBrains)' },
] as const;

export type Language = (typeof languages)[number];

/** @param shell path of the default terminal's shell; its language comes first */
export function languagesFor(shell: string): readonly Language[] {
  const first = shellOf(shell);
  return languages.toSorted((a, b) => Number(b.id === first) - Number(a.id === first));
}
