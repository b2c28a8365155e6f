import { t } from '../../common/translate.ts';
import type { TextField } from '../settings/environment-entry.ts';

/** How a field is asked for. */
export interface FieldText {
  readonly label: string;
  readonly prompt: string;
  readonly example: string;
  /** What it most likely is. */
  readonly value?: string;
}

export function fieldText(field: TextField): FieldText {
  switch (field) {
    case 'authUrl':
      return {
        label: t('Token endpoint'),
        prompt: t('Base address of the token endpoint; /oauth/token is appended.'),
        example: 'https://auth.example.com',
      };
    case 'baseUrl':
      return {
        label: t('Vehicle data API'),
        prompt: t('Base address of the vehicle data endpoints; /v2.0 is appended.'),
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
        prompt: t('The client ID of your application, from the dashboard.'),
        example: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
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
