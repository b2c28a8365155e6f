/** What a request can be copied as. */
export const languages = [
  { id: 'curl', label: 'curl' },
  { id: 'fetch', label: 'JavaScript (fetch)' },
  { id: 'requests', label: 'Python (requests)' },
  { id: 'java', label: 'Java (java.net.http)' },
] as const;

export type Language = (typeof languages)[number];
