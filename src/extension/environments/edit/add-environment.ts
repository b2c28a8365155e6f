import { t } from '../../../common/translate.ts';
import { permissions } from '../../../service/model/permissions.ts';
import { checkField } from '../settings/environment-checks.ts';
import { checkSecret } from '../settings/id-checks.ts';
import { type EnvironmentEntry, type TextField, textFields, textFieldsOf } from '../settings/environment-entry.ts';
import { nameProblem } from './environment-names.ts';
import { fieldText } from './environment-texts.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { Choice, GuidedUi, Place, Reply } from './guided-questions.ts';
import { publicPresets } from '../settings/presets.ts';
import { presetOf } from '../settings/read-environment.ts';

/** The result of the guided input. */
export interface NewEnvironment {
  readonly name: string;
  /** The entry for the setting: without the values of the preset of that name. */
  readonly entry: EnvironmentEntry;
  /** Undefined if the user wants to enter it later. */
  readonly clientSecret: string | undefined;
}

/** The public service or another one, and the version of the API. */
type Service = 'public' | 'public-3' | 'other' | 'other-3';

type Step = 'service' | 'name' | 'secret' | 'scopes' | TextField;

interface Draft {
  readonly service: Service;
  readonly name: string;
  readonly entry: EnvironmentEntry;
  readonly secret: string;
}

/**
 * Asks for a new environment, step by step; "back" returns to what was typed before. Resolves to undefined, without any
 * change, if the user leaves.
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

/** The public service needs no addresses, and no name unless its own is taken. */
function stepsOf({ service }: Draft, taken: readonly string[]): readonly Step[] {
  const preset = presetNameOf(service);
  const fields = textFieldsOf({ version: versionOf(service) });
  const asked = preset === undefined ? fields : fields.filter((field) => !field.endsWith('Url'));
  const name: readonly Step[] = preset === undefined || taken.includes(preset) ? ['name'] : [];
  // The secret belongs to the last ID, so it is asked for right after that.
  const last = fields.length - fields.indexOf('redirectUri');
  return ['service', ...name, ...asked.slice(0, -last), 'secret', 'redirectUri', 'scopes'];
}

function versionOf(service: Service): ApiVersion {
  return service.endsWith('-3') ? '3' : '2.0';
}

/** Undefined if the user has to enter the addresses. */
function presetNameOf(service: Service): string | undefined {
  if (service.startsWith('other')) return undefined;
  return publicPresets.find(({ version = '2.0' }) => version === versionOf(service))?.name;
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
      const choices: Choice<Service>[] = [
        {
          label: t('Public API'),
          detail: t('smartcar.com. You need the client ID and secret of your application.'),
          icon: 'globe',
          value: 'public',
        },
        {
          label: t('Public API, Version 3'),
          detail: t('smartcar.com. You need the Application ID, and the ID and secret of an API client.'),
          icon: 'globe',
          value: 'public-3',
        },
        { label: t('Other API'), detail: t('The same API at other addresses.'), icon: 'server', value: 'other' },
        {
          label: t('Other API, Version 3'),
          detail: t('The same API at other addresses.'),
          icon: 'server',
          value: 'other-3',
        },
      ];
      const reply = await ui.choice({ ...common, choices, value: draft.service });
      return changed(reply, (service) => ({ ...draft, service, entry: entryFor(service, draft.entry) }));
    }
    case 'name': {
      const check = (text: string) => {
        const message = nameProblem(text, [...taken, ...builtIn]);
        return message === undefined ? undefined : ({ severity: 'error', message } as const);
      };
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
        check: (text) => checkSecret(text, wholeEntry(draft)),
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
      const text = fieldText(step, wholeEntry(draft));
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

/** Built-in environments that need no entry in the setting. */
const builtIn = publicPresets.map(({ name }) => name);

/** Drops IDs of the other version and, for the public service, addresses of another deployment. */
function entryFor(service: Service, { version: _, ...entry }: EnvironmentEntry): EnvironmentEntry {
  const isPublic = presetNameOf(service) !== undefined;
  const version = versionOf(service);
  const kept = textFieldsOf({ version }).filter((field) => !(isPublic && field.endsWith('Url')));
  const others = Object.entries(entry).filter(
    ([key]) => !textFields.includes(key as TextField) || kept.includes(key as TextField),
  );
  return { ...Object.fromEntries(others), ...(version === '3' && { version }) };
}

function changed<T>(reply: Reply<T>, change: (value: T) => Draft): Reply<Draft> {
  return reply.kind === 'answer' ? { kind: 'answer', value: change(reply.value) } : reply;
}

function nameOf({ service, name }: Draft): string {
  return name === '' ? (presetNameOf(service) ?? name) : name;
}

/** The entry, with the addresses of the public service if that was chosen. */
function wholeEntry({ service, entry }: Draft): EnvironmentEntry {
  return { ...presetOf(presetNameOf(service) ?? ''), ...entry };
}

function finished(draft: Draft, taken: readonly string[]): NewEnvironment {
  const preset = presetNameOf(draft.service);
  const name = preset === undefined || taken.includes(preset) ? draft.name : preset;
  const clientSecret = draft.secret === '' ? undefined : draft.secret;
  return { name, entry: withoutPreset(name, wholeEntry(draft)), clientSecret };
}

/** The part of an entry that differs from its preset and from the defaults of the setting. */
export function withoutPreset(name: string, entry: EnvironmentEntry): EnvironmentEntry {
  const preset = presetOf(name);
  const own = textFields.filter((field) => entry[field] !== undefined && entry[field] !== preset[field]);
  const texts = Object.fromEntries(own.map((field) => [field, entry[field]]));
  const { version, scopes, mode, energyUnit } = entry;
  const isDefault = scopes?.length === permissions.length && permissions.every((each) => scopes.includes(each));
  return {
    ...(version && version !== (preset.version ?? '2.0') && { version }),
    ...texts,
    ...(scopes && !isDefault && { scopes }),
    ...(mode && mode !== preset.mode && { mode }),
    ...(energyUnit && { energyUnit }),
  };
}
