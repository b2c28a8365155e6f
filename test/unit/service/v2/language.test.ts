import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type * as z from 'zod';
import { english, setTranslator } from '../../../../src/common/translate.ts';
import { failureText } from '../../../../src/extension/records/load/failure-text.ts';
import { connectErrorOf } from '../../../../src/service/oauth/connect-url.ts';
import { schemaErrorMessage } from '../../../../src/service/api/read-answer.ts';
import { disconnected, vehicleAttributes, vehicleList } from '../../../../src/service/v2/contract.ts';
import { ownTexts } from '../../../../src/service/v2/api-errors.ts';
import { textOfError, textOfStatus } from '../../../../src/service/api/error-texts.ts';
import { timedOut } from '../../../../src/service/http/exchange.ts';
import { root } from '../../../tools/lib/paths.ts';

const german = JSON.parse(readFileSync(join(root, 'media/l10n/bundle.l10n.de.json'), 'utf8')) as Record<string, string>;

const asleep = () => textOfError(409, { type: 'VEHICLE_STATE', code: 'ASLEEP', resolution: undefined }, ownTexts());

describe('texts of the service client', () => {
  beforeEach(() => setTranslator((message, ...args) => english(german[message] ?? message, ...args)));
  afterEach(() => setTranslator(english));

  it('are made in the language of the process, whenever their module was loaded', () => {
    const { message, nextStep } = timedOut({ url: new URL('https://api.example/v2.0/user'), secrets: [] }, 20_000);
    assert.equal(message, 'api.example hat nicht innerhalb von 20 Sekunden vollständig geantwortet.');
    assert.equal(nextStep, 'Versuchen Sie es später wieder.');
    assert.equal(asleep().what, 'Das Fahrzeug schläft');
    assert.match(textOfStatus(410, ownTexts()).nextStep, /für das vierte Quartal 2026 angekündigt/);
    assert.equal(connectErrorOf('access_denied').message, 'Der Besitzer hat den Zugriff nicht erlaubt.');
  });

  it('say in that language what to do after a failure that nobody foresaw', () => {
    const { nextStep } = failureText(new Error('odd'), undefined);
    assert.equal(nextStep, 'Versuchen Sie es erneut. Einzelheiten stehen im Protokoll.');
  });

  it('name what breaks the contract in that language, and never a value', () => {
    const said = (body: object, schema: z.ZodType = vehicleAttributes) =>
      schema.safeParse(body, { error: schemaErrorMessage }).error?.issues.map(({ message }) => message);
    assert.deepEqual(said({ id: 7, model: null, year: 'canary' }), [
      'erwartet: Text, erhalten: eine Zahl',
      'fehlt',
      'erwartet: Text, erhalten: null',
      'ungültiges Format',
    ]);
    assert.deepEqual(said({ status: 'canary' }, disconnected), ['erwartet: success']);
    assert.deepEqual(said({ paging: { count: 1.5, offset: 0 }, vehicles: {} }, vehicleList), [
      'erwartet: eine ganze Zahl, erhalten: eine Zahl',
      'erwartet: eine Liste, erhalten: ein Objekt',
    ]);
  });

  it('are English where no language was set', () => {
    setTranslator(english);
    assert.equal(asleep().what, 'The vehicle is asleep');
  });
});
