interface Control {
  readonly element: string;
  readonly attributes: ReadonlyMap<string, string>;
}

export interface FilledForm {
  /** Empty where the form goes back to its own address. */
  readonly action: string;
  readonly body: string;
}

/**
 * Fills the first form of a page as a person in a hurry would: what is ticked stays ticked, the first of each group
 * is chosen, empty fields get an owner's name. `answer` picks the button, or the choice, that has this value.
 * Undefined where the page has no form.
 */
export function fillForm(html: string, answer: string): FilledForm | undefined {
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
