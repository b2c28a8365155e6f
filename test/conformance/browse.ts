import { type Answer, send } from './http.ts';

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

interface Control {
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
}

interface FilledForm {
  /** Empty where the form goes back to its own address. */
  readonly action: string;
  readonly body: string;
}

/**
 * Fills the first form of a page as a person in a hurry would: what is ticked stays ticked, the first of each group
 * is chosen, empty fields get an owner's name. `answer` picks the button, or the choice, that has this value.
 * Undefined where the page has no form.
 */
function fillForm(html: string, answer: string): FilledForm | undefined {
  const form = /<form\b([^>]*)>(.*?)<\/form>/is.exec(html);
  if (!form) return undefined;
  const controls = [...(form[2] ?? '').matchAll(/<(input|button)\b([^>]*)>/gi)].map(
    ([, element = '', attributes = '']) => ({
      element: element.toLowerCase(),
      attributes: readAttributes(attributes),
    }),
  );
  const fields = new URLSearchParams();
  for (const control of controls) {
    const name = control.attributes.get('name');
    if (name !== undefined && isSent(control, controls, answer)) fields.append(name, valueOf(control));
  }
  return { action: readAttributes(form[1] ?? '').get('action') ?? '', body: fields.toString() };
}

function isSent(control: Control, all: readonly Control[], answer: string): boolean {
  const type = typeOf(control);
  const sameName = all.filter((other) => other.attributes.get('name') === control.attributes.get('name'));
  if (type === 'submit')
    return control === (buttonWith(all, answer) ?? all.find((other) => typeOf(other) === 'submit'));
  if (type === 'radio') {
    const wanted = sameName.find((other) => valueOf(other) === answer);
    const chosen = wanted ?? sameName.find((other) => other.attributes.has('checked')) ?? sameName[0];
    return control === chosen;
  }
  return type === 'checkbox' ? control.attributes.has('checked') : true;
}

function buttonWith(all: readonly Control[], answer: string): Control | undefined {
  return all.find((control) => typeOf(control) === 'submit' && control.attributes.get('value') === answer);
}

function typeOf({ element, attributes }: Control): string {
  return attributes.get('type') ?? (element === 'button' ? 'submit' : 'text');
}

function valueOf(control: Control): string {
  const value = control.attributes.get('value');
  if (value !== undefined) return value;
  const type = typeOf(control);
  if (type === 'checkbox' || type === 'radio') return 'on';
  return type === 'text' || type === 'email' || type === 'password' ? 'owner@example.com' : '';
}

function readAttributes(text: string): Map<string, string> {
  const pairs = [...text.matchAll(/([\w-]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'))?/g)];
  return new Map(pairs.map(([, name = '', double, single]) => [name.toLowerCase(), decode(double ?? single ?? '')]));
}

const entities: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

function decode(text: string): string {
  return text.replaceAll(/&(amp|lt|gt|quot|#39);/g, (whole, name: string) => entities[name] ?? whole);
}
