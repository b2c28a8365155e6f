import { t } from '../../../common/translate.ts';
import type { EnvironmentEntry, TextField } from '../settings/environment-entry.ts';

/** The texts of the question for a field. */
export interface FieldText {
  readonly label: string;
  readonly prompt: string;
  readonly example: string;
  /** The most likely value. */
  readonly value?: string;
}

export function fieldText(field: TextField, { version }: Pick<EnvironmentEntry, 'version'> = {}): FieldText {
  switch (field) {
    case 'authUrl':
      return {
        label: t('Token endpoint'),
        prompt: t(
          'Base URL of the token endpoint; {0} is appended.',
          version === '3' ? '/oauth2/token' : '/oauth/token',
        ),
        example: 'https://auth.example.com',
      };
    case 'baseUrl':
      return {
        label: t('Vehicle data API'),
        prompt: t('Base URL of the vehicle data endpoints; {0} is appended.', version === '3' ? '/v3' : '/v2.0'),
        example: 'https://api.example.com',
      };
    case 'connectUrl':
      return {
        label: t('Connect page'),
        prompt: t('Full address of the page where the owner grants access.'),
        example: 'https://connect.example.com/oauth/authorize',
      };
    case 'clientId':
      return {
        label: t('Client ID'),
        prompt: t('The legacy client ID of your application, from the dashboard.'),
        example: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
      };
    case 'applicationId':
      return {
        label: t('Application ID'),
        prompt: t('The Application ID from the dashboard, a UUID. Connect takes it.'),
        example: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
      };
    case 'apiClientId':
      return {
        label: t('API client ID'),
        prompt: t('The ID of the API client from the dashboard. It starts with client_.'),
        example: 'client_01K5ZM3V9Q4T8W2X6Y7B0C1D2E',
      };
    case 'redirectUri':
      return {
        label: t('Redirect URI'),
        prompt: t('Must match a redirect URI of your application exactly.'),
        example: 'http://localhost:52625/callback',
        value: 'http://localhost:52625/callback',
      };
  }
}
