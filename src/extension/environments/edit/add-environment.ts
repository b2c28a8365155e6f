import { t } from '../../../common/translate.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { allPermissions, permissions } from '../../../service/model/vehicles.ts';
import { secretVariable } from '../settings/client-secrets.ts';
import { checkField, checkSecret } from '../settings/environment-checks.ts';
import {
  type EnvironmentEntry,
  presetOf,
  publicEnvironment,
  type TextField,
  withoutPreset,
  withPreset,
  sandboxEnvironment,
} from '../settings/environment-entry.ts';
import { secretName } from '../settings/environments.ts';
import { fieldText, secretText } from './environment-texts.ts';
import type { Choice, GuidedUi, Place, Reply } from './guided-input.ts';

/** The result of the guided input. */
interface NewEnvironment {
  readonly name: string;
  /** The entry for the setting: without the values of the preset of that name. */
  readonly entry: EnvironmentEntry;
  /** Those that the user does not want to enter later. */
  readonly secrets: Secrets;
}

type Secrets = Partial<Readonly<Record<ApiVersion, string>>>;

type Service = 'public' | 'other';

const versionChoices = [['3'], ['2.0'], ['3', '2.0']] as const satisfies readonly (readonly ApiVersion[])[];
type Versions = (typeof versionChoices)[number];

type Step = 'versions' | 'service' | 'name' | 'secret-3' | 'secret-2' | 'scopes' | TextField;

interface Draft {
  readonly versions: Versions;
  readonly service: Service;
  readonly name: string;
  /** All that was typed, also for what is no longer wanted. */
  readonly entry: EnvironmentEntry;
  readonly secrets: Secrets;
}

/**
 * Asks for a new environment, step by step; "back" returns to what was typed before. Resolves to undefined, without any
 * change, if the user leaves.
 *
 * @param taken names of the environments in the setting
 */
export async function askNewEnvironment(ui: GuidedUi, taken: readonly string[]): Promise<NewEnvironment | undefined> {
  let draft: Draft = {
    ...{ versions: versionChoices[0], service: 'public', name: '' },
    ...{ entry: { scopes: permissions }, secrets: {} },
  };
  let index = 0;
  for (;;) {
    const steps = stepsOf(draft, taken);
    const step = steps[index];
    if (step === undefined) return finished(draft, taken);
    // How many there are depends on the first two.
    const totalSteps = index < 2 ? undefined : steps.length;
    const reply = await ask(step, draft, { step: index + 1, totalSteps }, { ui, taken });
    if (reply.kind === 'cancelled') return undefined;
    if (reply.kind === 'answer') draft = reply.value;
    index += reply.kind === 'back' ? -1 : 1;
  }
}

/** The public service needs no addresses, and no name unless its own is taken. */
function stepsOf({ versions, service }: Draft, taken: readonly string[]): readonly Step[] {
  const isOther = service === 'other';
  const [hasV3, hasV2] = [has(versions, '3'), has(versions, '2.0')];
  const steps: readonly (readonly [isAsked: boolean, ...steps: Step[]])[] = [
    [true, 'versions', 'service'],
    [isOther || taken.includes(publicEnvironment), 'name'],
    [true, 'applicationId'],
    [hasV3, 'apiClientId', 'secret-3'],
    [hasV2, 'secret-2'],
    [isOther && hasV3, 'authUrlV3', 'baseUrlV3'],
    [isOther && hasV2, 'authUrl', 'baseUrl'],
    [isOther, 'connectUrl'],
    [true, 'redirectUri', 'scopes'],
  ];
  return steps.flatMap(([isAsked, ...each]) => (isAsked ? each : []));
}

function has(versions: readonly ApiVersion[], version: ApiVersion): boolean {
  return versions.includes(version);
}

interface Asking {
  readonly ui: GuidedUi;
  readonly taken: readonly string[];
}

async function ask(step: Step, draft: Draft, place: Place, { ui, taken }: Asking): Promise<Reply<Draft>> {
  const title = t('Add Environment');
  const common = { title, place, canGoBack: place.step > 1 };
  switch (step) {
    case 'versions': {
      const client = t('You need the Application ID, and an API client with its secret.');
      const legacy = t('You need the Application ID and the legacy client secret.');
      const choices: Choice<Versions>[] = [
        { label: t('Version 3'), detail: client, value: versionChoices[0] },
        { label: t('Version 2.0'), detail: legacy, value: versionChoices[1] },
        { label: t('Both versions'), detail: t('Owners connect once for both.'), value: versionChoices[2] },
      ];
      const reply = await ui.choice({ ...common, choices, value: draft.versions });
      return changed(reply, (versions) => ({ ...draft, versions }));
    }
    case 'service': {
      const choices: Choice<Service>[] = [
        { label: t('Public API'), detail: 'smartcar.com', icon: 'globe', value: 'public' },
        { label: t('Other API'), detail: t('The same API at other addresses.'), icon: 'server', value: 'other' },
      ];
      const reply = await ui.choice({ ...common, choices, value: draft.service });
      return changed(reply, (service) => ({ ...draft, service }));
    }
    case 'name': {
      const check = (text: string) => {
        const message = nameProblem(text, [...taken, publicEnvironment]);
        return message === undefined ? undefined : ({ severity: 'error', message } as const);
      };
      const prompt = t('Name shown in this extension.');
      const named = { ...common, title: t('Add Environment: {0}', t('Name')) };
      const reply = await ui.text({ ...named, prompt, example: 'staging', value: draft.name, check });
      return changed(reply, (name) => ({ ...draft, name: name.trim() }));
    }
    case 'secret-2':
    case 'secret-3': {
      const version = step === 'secret-3' ? '3' : '2.0';
      const { label, prompt } = secretText(version);
      const variable = secretVariable(secretName(nameOf(draft), version));
      const reply = await ui.text({
        ...common,
        title: t('Add Environment: {0}', label),
        prompt: `${prompt} ${t('Leave empty to read it from the environment variable {0}.', variable)}`,
        example: '',
        value: draft.secrets[version] ?? '',
        isSecret: true,
        check: (text) => checkSecret(text, wholeEntry(draft), version) ?? sameSecret(text, draft.secrets, version),
      });
      return changed(reply, (secret) => ({ ...draft, secrets: { ...draft.secrets, [version]: secret.trim() } }));
    }
    case 'scopes': {
      const prompt = t('Permissions to request from the owner');
      const choices = allPermissions.map((value) => ({ label: value, value }));
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

/** Both secrets are on one page of the dashboard. */
function sameSecret(text: string, secrets: Secrets, version: ApiVersion) {
  const other = secrets[version === '3' ? '2.0' : '3'];
  if (text.trim() === '' || text.trim() !== other) return undefined;
  const message = t('This is the secret of the other version. Each version has its own.');
  return { severity: 'error', message } as const;
}

function changed<T>(reply: Reply<T>, change: (value: T) => Draft): Reply<Draft> {
  return reply.kind === 'answer' ? { kind: 'answer', value: change(reply.value) } : reply;
}

function nameOf({ service, name }: Draft): string {
  return name === '' && service === 'public' ? publicEnvironment : name;
}

/** What is wanted of the entry, with the addresses of the public service if that was chosen. */
function wholeEntry({ versions, service, entry }: Draft): EnvironmentEntry {
  const isWanted = ([key]: readonly [string, unknown]) =>
    (service === 'other' || !/Url(?:V3)?$/.test(key)) &&
    (has(versions, '3') || !/V3$|^apiClientId$/.test(key)) &&
    (has(versions, '2.0') || !/^(?:auth|base)Url$/.test(key));
  const wanted: EnvironmentEntry = Object.fromEntries(Object.entries(entry).filter(isWanted));
  return service === 'public' ? withPreset(publicEnvironment, wanted) : wanted;
}

function finished(draft: Draft, taken: readonly string[]): NewEnvironment {
  const name = draft.service === 'other' || taken.includes(publicEnvironment) ? draft.name : publicEnvironment;
  const isWanted = ([version, secret]: [string, string]) => secret !== '' && has(draft.versions, version as ApiVersion);
  const secrets = Object.fromEntries(Object.entries(draft.secrets).filter(isWanted));
  return { name, entry: withoutPreset(name, wholeEntry(draft)), secrets };
}

/** Why a name can't be used for a new environment; undefined if it can. `taken` are the existing names. */
function nameProblem(name: string, taken: readonly string[]): string | undefined {
  const text = name.trim();
  if (text === '') return t('Enter a name, for example “staging”.');
  if (!/^[\p{L}\p{N}][\p{L}\p{N} ._-]*$/u.test(text)) return t('Use only letters, digits, spaces and . _ -');
  const isSame = (other: string) => secretVariable(other) === secretVariable(text);
  if (isSame(sandboxEnvironment)) return t('“{0}” is reserved for the built-in sandbox.', sandboxEnvironment);
  const same = taken.find(isSame);
  // The secrets of both would come from the same variable.
  return same === undefined ? undefined : t('“{0}” already exists.', same);
}
