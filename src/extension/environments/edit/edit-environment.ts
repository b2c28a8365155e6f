import { t } from '../../../common/translate.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import { allPermissions, permissions } from '../../../service/model/vehicles.ts';
import { checkField, checkSecret } from '../settings/environment-checks.ts';
import {
  type EnvironmentEntry,
  modes,
  presetOf,
  type TextField,
  textFieldsOf,
  versionsOf,
  withoutPreset,
  withPreset,
} from '../settings/environment-entry.ts';
import { fieldText, secretText } from './environment-texts.ts';
import type { Choice, GuidedUi } from './guided-input.ts';

/** The parts of an environment that can be changed. */
export type Editable = TextField | `secret ${ApiVersion}` | 'scopes' | 'mode';

/** The environment to edit, and how changes are saved. */
interface EditedEnvironment {
  readonly name: string;
  /** The current entry in the setting. */
  readonly entry: () => EnvironmentEntry;
  readonly hasSecret: (version: ApiVersion) => Promise<boolean>;
  /** How many accounts are connected in it, whose tokens are sent to its addresses. */
  readonly accounts: number;
  readonly save: (entry: EnvironmentEntry) => Promise<void>;
  readonly saveSecret: (secret: string, version: ApiVersion) => Promise<void>;
  /** Asks for confirmation first. */
  readonly remove: () => Promise<void>;
}

/**
 * Shows the fields of the environment as a list, with any mistakes; each field can be changed, and is saved at once. If
 * `first` is given, asks for that field before showing the list.
 */
export async function editEnvironment(environment: EditedEnvironment, ui: GuidedUi, first?: Editable): Promise<void> {
  let last: Editable | undefined = first;
  for (let isFirst = first !== undefined; ; isFirst = false) {
    const field = isFirst ? first : await chooseField(environment, ui, last);
    if (field === undefined) return;
    if (field === 'remove') return environment.remove();
    last = field;
    if (!(await change(field, environment, ui))) return;
  }
}

async function chooseField(
  environment: EditedEnvironment,
  ui: GuidedUi,
  value: Editable | undefined,
): Promise<Editable | 'remove' | undefined> {
  const { name } = environment;
  const entry = withPreset(name, environment.entry());
  const line = (field: TextField): Choice<Editable> => {
    const text = entry[field];
    const finding = text === undefined ? undefined : checkField(field, text, entry);
    const isNeeded = versionsOf(entry).includes('3') || !['apiClientId', 'authUrlV3', 'baseUrlV3'].includes(field);
    const { label } = fieldText(field);
    if (text === undefined && !isNeeded) return { label, description: t('not set'), icon: 'add', value: field };
    const icon = text === undefined || finding?.severity === 'error' ? 'error' : finding ? 'warning' : 'edit';
    return { label, description: text ?? t('missing'), detail: finding?.message, icon, value: field };
  };
  const versions = versionsOf(entry);
  const has = await Promise.all(versions.map((version) => environment.hasSecret(version)));
  // One version is enough.
  const isMissing = !has.includes(true);
  const secrets = versions.map((version, index): Choice<Editable> => {
    const description = has[index] ? t('stored') : isMissing ? t('missing') : t('not set');
    const icon = has[index] ? 'lock' : isMissing ? 'error' : 'add';
    return { label: secretText(version).label, description, icon, value: `secret ${version}` };
  });
  const choices: Choice<Editable | 'remove'>[] = [
    ...textFieldsOf(entry).map(line),
    ...secrets,
    {
      label: t('Permissions'),
      description: (entry.scopes ?? permissions).join(', '),
      icon: 'checklist',
      value: 'scopes',
    },
    { label: t('Vehicles shown in Connect'), description: modeText(entry.mode), icon: 'list-selection', value: 'mode' },
    { label: t('Remove Environment…'), icon: 'trash', group: '', value: 'remove' },
  ];
  const reply = await ui.choice({ title: t('Edit Environment “{0}”', name), choices, canGoBack: false, value });
  return reply.kind === 'answer' ? reply.value : undefined;
}

/** False if the user closed the question instead of going back to the list. */
async function change(field: Editable, environment: EditedEnvironment, ui: GuidedUi): Promise<boolean> {
  const { name } = environment;
  const own = environment.entry();
  const entry = withPreset(name, own);
  // Empty or undefined values are omitted.
  const save = (part: EnvironmentEntry) => environment.save(withoutPreset(name, { ...own, ...part }));
  const title = t('Edit Environment “{0}”', name);
  const common = { title, canGoBack: true };
  switch (field) {
    case 'secret 2.0':
    case 'secret 3': {
      const version = field === 'secret 3' ? '3' : '2.0';
      const { label, prompt } = secretText(version);
      const check = (text: string) => {
        if (text.trim() !== '') return checkSecret(text, entry, version);
        return { severity: 'error', message: t('Paste the client secret.') } as const;
      };
      const named = { ...common, title: t('Edit Environment “{0}”: {1}', name, label) };
      const reply = await ui.text({ ...named, prompt, example: '', value: '', isSecret: true, check });
      if (reply.kind === 'answer') await environment.saveSecret(reply.value.trim(), version);
      return reply.kind !== 'cancelled';
    }
    case 'scopes': {
      const asked = entry.scopes ?? permissions;
      const known = [...new Set([...allPermissions, ...asked])];
      const choices = known.map((value) => ({ label: value, value }));
      const prompt = t('Permissions to request from the owner when connecting');
      const reply = await ui.choices({ ...common, prompt, choices, value: asked });
      if (reply.kind === 'answer') await save({ scopes: reply.value });
      return reply.kind !== 'cancelled';
    }
    case 'mode': {
      const all = presetOf(name).mode === undefined ? [undefined, ...modes] : modes;
      const choices = all.map((value) => ({ label: modeText(value), value }));
      const reply = await ui.choice({ ...common, choices, value: entry.mode });
      if (reply.kind === 'answer') await save({ mode: reply.value });
      return reply.kind !== 'cancelled';
    }
    default: {
      const isOptional = field === 'apiClientId';
      const { label, prompt, example, value = '' } = fieldText(field);
      const reply = await ui.text({
        ...common,
        title: t('Edit Environment “{0}”: {1}', name, label),
        prompt: isOptional ? `${prompt} ${t('Leave empty to remove version 3.')}` : prompt,
        example,
        value: entry[field] ?? value,
        check: (text) =>
          isOptional && text.trim() === ''
            ? undefined
            : (checkField(field, text, entry) ?? warnOfAccounts(field, text, entry, environment.accounts)),
      });
      if (reply.kind === 'answer') await save({ [field]: reply.value === '' ? undefined : reply.value });
      return reply.kind !== 'cancelled';
    }
  }
}

/** Warns that connected accounts are affected: these fields determine where and how their tokens are used. */
function warnOfAccounts(field: TextField, text: string, entry: EnvironmentEntry, accounts: number) {
  if (accounts === 0 || text === entry[field]) return undefined;
  if (field === 'connectUrl' || field === 'redirectUri' || field === 'apiClientId') return undefined;
  const isId = field === 'clientId' || field === 'applicationId';
  const message = isId
    ? t('Connected accounts use the old client ID and must connect again.')
    : t('Tokens of connected accounts will be sent to this address. For another API, add another environment.');
  return { severity: 'warning', message } as const;
}

function modeText(mode: EnvironmentEntry['mode']): string {
  switch (mode) {
    case 'live':
      return t('real vehicles (live)');
    case 'test':
      return t('test vehicles (test)');
    case 'simulated':
      return t('simulated vehicles (simulated)');
    case undefined:
      return t('decided by the API');
  }
}
