/** What a browser would send with a form of a page: hidden fields, and what is ticked. */
export function formFields(page: string): [string, string][] {
  return [...page.matchAll(/<input\s[^>]*>/g)]
    .map(([input]) => ({
      type: /type="([^"]+)"/.exec(input)?.[1] ?? '',
      name: /name="([^"]+)"/.exec(input)?.[1] ?? '',
      value: /value="([^"]*)"/.exec(input)?.[1] ?? '',
      checked: /\schecked\b/.test(input),
    }))
    .filter(({ type, checked }) => type === 'hidden' || checked)
    .map(({ name, value }) => [name, value]);
}
