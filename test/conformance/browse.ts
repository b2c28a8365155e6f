import { type Answer, send } from './http.ts';
import { fillForm } from './forms.ts';

const mostSteps = 10;

/** Where a flow in the browser ended: on the application's redirect URI, or on a page that leads nowhere. */
export type Arrival = { readonly redirect: URL } | { readonly page: Answer };

/**
 * Walks through pages of the service as the owner does: follows redirects and answers forms with `answer`, until it is
 * sent to `redirectUri`.
 */
export async function browse(url: string, redirectUri: string, answer: string): Promise<Arrival> {
  const target = new URL(redirectUri);
  let address = url;
  let page = await send(address, { headers: browserHeaders });
  for (let step = 0; step < mostSteps; step++) {
    const location = page.headers.location;
    if (location !== undefined && page.status >= 300 && page.status < 400) {
      const next = new URL(location, address);
      if (next.origin === target.origin && next.pathname === target.pathname) return { redirect: next };
      address = next.href;
      page = await send(address, { headers: browserHeaders });
      continue;
    }
    const form = page.status === 200 ? fillForm(page.text, answer) : undefined;
    if (!form) return { page };
    address = new URL(form.action || address, address).href;
    page = await send(address, {
      method: 'POST',
      headers: { ...browserHeaders, 'Content-Type': 'application/x-www-form-urlencoded' },
      body: form.body,
    });
  }
  return { page };
}

const browserHeaders = { Accept: 'text/html', 'User-Agent': 'Mozilla/5.0 (conformance suite)' };
