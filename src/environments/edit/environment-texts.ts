import { t } from '../../common/translate.ts';
import type { TextField } from '../settings/environment-entry.ts';

/** How a field is asked for. */
export interface FieldText {
  readonly label: string;
  readonly prompt: string;
  readonly example: string;
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
        label: t('Vehicle data'),
        prompt: t('Base address of the vehicle data endpoints; /v2.0 is appended.'),
        example: 'https://api.example.com',
      };
    case 'connectUrl':
      return {
        label: t('Connect page'),
        prompt: t('Whole address of the page that the owner is sent to.'),
        example: 'https://connect.example.com/oauth/authorize',
      };
    case 'clientId':
      return {
        label: t('Client id'),
        prompt: t('Of your application, as the service’s dashboard shows it.'),
        example: '8229df9f-91a0-4ff0-a1ae-a1f38ee24d07',
      };
    case 'redirectUri':
      return {
        label: t('Redirect URI'),
        prompt: t('Registered with the application to the letter: the service compares every character.'),
        example: 'http://localhost:52625/callback',
      };
  }
}

/** What a field most likely is; empty where nothing is known. */
export function likelyValue(field: TextField): string {
  return field === 'redirectUri' ? 'http://localhost:52625/callback' : '';
}
