import { t } from '../../common/translate.ts';
import { type OwnTexts, text } from '../api/error-texts.ts';
import { announcedEnd } from '../model/end-of-version-2.ts';

/** The end of version 2.0 is announced (document, "Versioning"). */
export function ownTexts(): OwnTexts {
  const nextStep = t(
    'Its end was announced for {0}. Move to version 3, or check baseUrl in the vehicleData.environments setting.',
    announcedEnd(),
  );
  const switchedOff = text('developer', t('API version 2.0 seems to be switched off'), nextStep, 'explain-version');
  return { byName: new Map([['RESOURCE_NOT_FOUND:VERSION', switchedOff]]), gone: switchedOff };
}
