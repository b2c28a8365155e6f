import { t } from '../../common/translate.ts';
import { type OwnTexts, text } from '../api/error-texts.ts';
import { announcedEnd } from './announced-end.ts';

/** Version 2.0 is announced for deprecation (document, "Versioning"). */
export function ownTexts(): OwnTexts {
  const nextStep = t(
    'Its deprecation was announced {0}. Check baseUrl in the vehicleData.environments setting.',
    announcedEnd(),
  );
  const switchedOff = text('developer', t('API version 2.0 seems to be switched off'), nextStep, 'explain-version');
  return { byName: new Map([['RESOURCE_NOT_FOUND:VERSION', switchedOff]]), gone: switchedOff };
}
