import { t } from '../../common/translate.ts';
import { permissions } from '../../service/model/permissions.ts';
import { checkField } from '../settings/environment-checks.ts';
import { type EnvironmentEntry, type TextField, textFields } from '../settings/environment-entry.ts';
import { nameProblem } from './environment-names.ts';
import { fieldText } from './environment-texts.ts';
import type { GuidedUi, Place, Reply } from './guided-questions.ts';
import { smartcarPreset } from '../settings/presets.ts';
import { presetOf } from '../settings/read-environment.ts';

/** An environment as the guided input leaves it. */
export interface NewEnvironment {
  readonly name: string;
  /** As the setting holds it: without what the preset of its name says. */
  readonly entry: EnvironmentEntry;
  /** Undefined where it is to be typed later. */
  readonly clientSecret: string | undefined;
}

type Step = 'service' | 'name' | 'secret' | 'scopes' | TextField;

interface Draft {
  readonly service: 'public' | 'other';
  readonly name: string;
  readonly entry: EnvironmentEntry;
  readonly secret: string;
}

/**
 * Asks for a new environment, step by step; "back" leads to what was typed before. Resolves to undefined where the
 * person leaves: then nothing has happened.
 *
 * @param taken names of the environments in the setting
 */
export async function askNewEnvironment(ui: GuidedUi, taken: readonly string[]): Promise<NewEnvironment | undefined> {
  let draft: Draft = { service: 'public', name: '', entry: { scopes: permissions }, secret: '' };
  let index = 0;
  for (;;) {
    const steps = stepsOf(draft, taken);
    const step = steps[index];
    if (step === undefined) return finished(draft, taken);
    const reply = await ask(step, draft, { step: index + 1, totalSteps: steps.length }, { ui, taken });
    if (reply.kind === 'cancelled') return undefined;
    if (reply.kind === 'answer') draft = reply.value;
    index += reply.kind === 'back' ? -1 : 1;
  }
}

/** The public service needs no addresses, and no name while its own is free. */
function stepsOf({ service }: Draft, taken: readonly string[]): readonly Step[] {
  const last: readonly Step[] = ['clientId', 'secret', 'redirectUri', 'scopes'];
  if (service === 'other') return ['service', 'name', 'authUrl', 'baseUrl', 'connectUrl', ...last];
  return taken.includes(smartcarPreset.name) ? ['service', 'name', ...last] : ['service', ...last];
}

interface Asking {
  readonly ui: GuidedUi;
  readonly taken: readonly string[];
}

async function ask(step: Step, draft: Draft, place: Place, { ui, taken }: Asking): Promise<Reply<Draft>> {
  const title = t('Add Environment');
  const common = { title, place, canGoBack: place.step > 1 };
  switch (step) {
    case 'service': {
      const choices = [
        {
          label: t('Public API'),
          detail: t('smartcar.com. You need the client ID and secret of your application.'),
          icon: 'globe',
          value: 'public' as const,
        },
        {
          label: t('Other API'),
          detail: t('The same API at other addresses.'),
          icon: 'server',
          value: 'other' as const,
        },
      ];
      const reply = await ui.choice({ ...common, choices, value: draft.service });
      // Addresses that were typed for another deployment are none of the public service's.
      const { authUrl: _a, baseUrl: _b, connectUrl: _c, ...kept } = draft.entry;
      return changed(reply, (service) => ({ ...draft, service, entry: service === 'public' ? kept : draft.entry }));
    }
    case 'name': {
      const check = (text: string) => problem(nameProblem(text, [...taken, ...builtIn]));
      const prompt = t('Name shown in this extension.');
      const named = { ...common, title: t('Add Environment: {0}', t('Name')) };
      const reply = await ui.text({ ...named, prompt, example: 'staging', value: draft.name, check });
      return changed(reply, (name) => ({ ...draft, name: name.trim() }));
    }
    case 'secret': {
      const prompt = t('Stored in VS Code’s secret storage, never in the settings. Leave empty to set it later.');
      const reply = await ui.text({
        ...common,
        title: t('Add Environment: {0}', t('Client secret')),
        prompt,
        example: '',
        value: draft.secret,
        isSecret: true,
        check: () => undefined,
      });
      return changed(reply, (secret) => ({ ...draft, secret: secret.trim() }));
    }
    case 'scopes': {
      const prompt = t('Permissions to request from the owner');
      const choices = permissions.map((value) => ({ label: value, value }));
      const reply = await ui.choices({ ...common, prompt, choices, value: draft.entry.scopes ?? permissions });
      return changed(reply, (scopes) => ({ ...draft, entry: { ...draft.entry, scopes } }));
    }
    default: {
      const text = fieldText(step);
      const entry = wholeEntry(draft);
      const value = draft.entry[step] ?? presetOf(nameOf(draft))[step] ?? text.value ?? '';
      const reply = await ui.text({
        ...common,
        title: t('Add Environment: {0}', text.label),
        prompt: text.prompt,
        example: text.example,
        value,
        check: (typed) => checkField(step, typed, entry),
      });
      return changed(reply, (typed) => ({ ...draft, entry: { ...draft.entry, [step]: typed } }));
    }
  }
}

/** Built-in ones that need not stand in the setting. */
const builtIn = [smartcarPreset.name];

function problem(message: string | undefined) {
  return message === undefined ? undefined : ({ severity: 'error', message } as const);
}

function changed<T>(reply: Reply<T>, change: (value: T) => Draft): Reply<Draft> {
  return reply.kind === 'answer' ? { kind: 'answer', value: change(reply.value) } : reply;
}

function nameOf({ service, name }: Draft): string {
  return name === '' && service === 'public' ? smartcarPreset.name : name;
}

/** With the addresses of the public service, where it is that one. */
function wholeEntry({ service, entry }: Draft): EnvironmentEntry {
  return service === 'public' ? { ...presetOf(smartcarPreset.name), ...entry } : entry;
}

function finished(draft: Draft, taken: readonly string[]): NewEnvironment {
  const isPreset = draft.service === 'public' && !taken.includes(smartcarPreset.name);
  const name = isPreset ? smartcarPreset.name : draft.name;
  const clientSecret = draft.secret === '' ? undefined : draft.secret;
  return { name, entry: withoutPreset(name, wholeEntry(draft)), clientSecret };
}

/** What of an entry its preset, or the default of the setting, doesn't say already. */
export function withoutPreset(name: string, entry: EnvironmentEntry): EnvironmentEntry {
  const preset = presetOf(name);
  const own = textFields.filter((field) => entry[field] !== undefined && entry[field] !== preset[field]);
  const texts = Object.fromEntries(own.map((field) => [field, entry[field]]));
  const { scopes, mode, energyUnit } = entry;
  const isDefault = scopes?.length === permissions.length && permissions.every((each) => scopes.includes(each));
  return {
    ...texts,
    ...(scopes && !isDefault && { scopes }),
    ...(mode && mode !== preset.mode && { mode }),
    ...(energyUnit && { energyUnit }),
  };
}
