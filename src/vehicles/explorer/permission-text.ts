import { plainText } from '../../common/plain-text.ts';
import { t } from '../../common/translate.ts';

/** What a permission allows, in a sentence; undefined for those that this extension has no use for. */
export function permissionMeaning(permission: string): string | undefined {
  switch (permission) {
    case 'read_battery':
      return t('Read battery data, including the nominal capacity.');
    case 'read_charge_records':
      return t('Read charge records.');
    case 'read_vehicle_info':
      return t('Read make, model and year.');
    default:
      return undefined;
  }
}

/** `3 granted`, or also what is missing of what was asked for. */
export function permissionsText(granted: readonly string[], asked: readonly string[]): string {
  const missing = asked.filter((permission) => !granted.includes(permission));
  const count = t('{0} granted', granted.length);
  if (missing.length === 0) return count;
  return t('{0}, without {1}', count, missing.map((permission) => plainText(permission, 60)).join(', '));
}
