/** What a request can be copied as. Variables are written by the habits of `family`. */
export const languages = [
  { id: 'curl', label: 'curl', family: 'shell' },
  { id: 'fetch', label: 'JavaScript (fetch)', family: 'javascript' },
  { id: 'undici', label: 'Node.js (undici)', family: 'javascript' },
  { id: 'requests', label: 'Python (requests)', family: 'python' },
  { id: 'httpx', label: 'Python (httpx)', family: 'python' },
  { id: 'java', label: 'Java (java.net.http)', family: 'java' },
] as const;

export type Language = (typeof languages)[number];
