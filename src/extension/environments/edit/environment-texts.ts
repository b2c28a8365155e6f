import { t } from '../../../common/translate.ts';
import type { ApiVersion } from '../../../service/model/environment.ts';
import type { TextField } from '../settings/environment-entry.ts';

/** The texts of the question for a field. */
interface FieldText {
  readonly label: string;
  readonly prompt: string;
  readonly example: string;
  /** The most likely value. */
  readonly value?: string;
}

/** The texts for a field: where its value stands in the dashboard, and what it is for. */
export function fieldText(field: TextField): FieldText {
  switch (field) {
    case 'authUrl':
      return {
        label: t('Token endpoint (version 2.0)'),
        prompt: t('Base URL of the token endpoint; {0} is appended.', '/oauth/token'),
        example: 'https://auth.example.com',
      };
    case 'authUrlV3':
      return {
        label: t('Token endpoint (version 3)'),
        prompt: t('Base URL of the token endpoint; {0} is appended.', '/oauth2/token'),
        example: 'https://iam.example.com',
      };
    case 'baseUrl':
      return {
        label: t('Vehicle data API (version 2.0)'),
        prompt: t('Base URL of the vehicle data endpoints; {0} is appended.', '/v2.0'),
        example: 'https://api.example.com',
      };
    case 'baseUrlV3':
      return {
        label: t('Vehicle data API (version 3)'),
        prompt: t('Base URL of the vehicle data endpoints; {0} is appended.', '/v3'),
        example: 'https://vehicle.api.example.com',
      };
    case 'connectUrl':
      return {
        label: t('Connect page'),
        prompt: t('Full address of the page where the owner grants access.'),
        example: 'https://connect.example.com/oauth/authorize',
      };
    case 'clientId':
    case 'applicationId':
      return {
        label: field === 'clientId' ? t('Client ID') : t('Application ID'),
        prompt: t(
          'On your application’s page in the dashboard, also as the legacy client ID. For Connect, and version 2.0.',
        ),
        example: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
      };
    case 'apiClientId':
      return {
        label: t('API client ID'),
        prompt: t('Among the API credentials in the dashboard; starts with client_. For version 3.'),
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

/** The name of a version's secret, and where to find it. */
export function secretText(version: ApiVersion): Pick<FieldText, 'label' | 'prompt'> {
  return version === '3'
    ? {
        label: t('API client secret'),
        prompt: t(
          'Shown in the dashboard when the API client is created. For version 3. Kept in VS Code’s secret storage.',
        ),
      }
    : {
        label: t('Legacy client secret'),
        prompt: t('On your application’s page in the dashboard. For version 2.0. Kept in VS Code’s secret storage.'),
      };
}
