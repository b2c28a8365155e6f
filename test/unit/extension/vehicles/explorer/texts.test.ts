import assert from 'node:assert/strict';
import { numberText } from '../../../../../src/common/text/number-text.ts';
import { capacityText } from '../../../../../src/extension/vehicles/explorer/capacity-text.ts';
import { knownNominal } from '../../../../../src/extension/vehicles/data/nominal-capacity.ts';
import { failuresOf, tell } from '../../../../../src/extension/vehicles/data/failures.ts';
import { problemOf, problemOfSession } from '../../../../../src/extension/vehicles/data/problem.ts';
import { FakeAccount, World, candidates, determined, failure } from '../fixture.ts';

describe('knownNominal', () => {
  it('tells a capacity that is undetermined from one of which nothing is known', () => {
    assert.equal(knownNominal({ case: 'undetermined', candidates: [], selectUrl: null }), null);
    assert.equal(knownNominal({ case: 'determined', nominal: 80.7, candidates: [] }), 80.7);
    assert.equal(knownNominal(undefined), undefined);
  });
});

describe('capacityText', () => {
  const context = { number: String };

  it('explains a capacity that the service determined', () => {
    const { short, full } = capacityText(determined, 'kWh', context);
    assert.deepEqual([short, full], ['81\u202fkWh', '80.7 kWh · determined by the API']);
    const unstated = { case: 'determined', nominal: 80.7, candidates, isSourceUnknown: true } as const;
    assert.equal(capacityText(unstated, 'kWh', context).full, '80.7 kWh', 'by nobody that is named');
  });

  it('lists the candidates of one that is not determined', () => {
    const text = capacityText({ case: 'undetermined', candidates, selectUrl: null }, 'kWh', context);
    assert.deepEqual([text.short, text.spoken], ['?', 'capacity unknown']);
    assert.equal(text.full, 'Candidates: 70.9; 80.9; 90.9 (BEV:Extended Range)');
    assert.match(text.explanation.join(' '), /response has no link for the owner/);
    const none = capacityText({ case: 'undetermined', candidates: [], selectUrl: null }, 'kWh', context);
    assert.equal(none.full, 'unknown, no candidates');
  });

  it('writes its numbers as the context does', () => {
    const german = { number: (value: number) => numberText(value, 'de') };
    const chosen = { case: 'selected', nominal: 80.9, candidates, selectUrl: null } as const;
    const { full, explanation } = capacityText(chosen, 'kWh', german);
    assert.equal(full, '80,9 kWh, chosen by the owner');
    assert.ok(explanation.includes('Candidates: 70,9; 80,9; 90,9 (BEV:Extended Range)'));
  });

  it('names the owner as the source of one that the owner chose', () => {
    const text = capacityText({ case: 'selected', nominal: 80.9, candidates, selectUrl: null }, 'kWh', context);
    assert.deepEqual([text.short, text.spoken], ['81\u202fkWh', '80.9 kWh, chosen by the owner']);
    assert.equal(text.full, '80.9 kWh, chosen by the owner');
  });

  it('names no unit where none is known', () => {
    const chosen = { case: 'selected', nominal: 80.9, candidates, selectUrl: null } as const;
    const texts = [capacityText(determined, undefined, context), capacityText(chosen, undefined, context)];
    assert.deepEqual(
      texts.map(({ short }) => short),
      ['81', '81'],
    );
    for (const { full, explanation } of texts) {
      assert.doesNotMatch([full, ...explanation].join(' '), /kWh/);
      assert.match(explanation.join(' '), /vehicleData\.viewer\.energyUnit/);
    }
  });

  it('says in each case where the unit comes from', () => {
    for (const capacity of [
      determined,
      { case: 'undetermined', candidates, selectUrl: null } as const,
      { case: 'selected', nominal: 80.9, candidates, selectUrl: null } as const,
    ]) {
      assert.match(capacityText(capacity, 'kWh', context).explanation.join(' '), /Unit: kWh/);
    }
  });
});

describe('problemOf', () => {
  it('offers the button that helps, and none where nothing does', () => {
    const remedies = (['retry', 'owner', 'developer', 'reconnect', 'nobody'] as const).map(
      (turn) => problemOf(failure(turn)).remedy,
    );
    assert.deepEqual(remedies, ['retry', 'retry', 'retry', 'reconnect', undefined]);
  });

  it('has words for each session that can’t be used, none for one that can', () => {
    assert.equal(problemOfSession({ state: 'fresh' }), undefined);
    assert.equal(problemOfSession({ state: 'offline' }), undefined);
    assert.equal(problemOfSession({ state: 'needs-owner' })?.remedy, 'reconnect');
    assert.equal(problemOfSession({ state: 'needs-owner', ownerId: 'o' }), undefined, 'version 3 goes on');
    assert.match(problemOfSession({ state: 'locked' })?.nextStep ?? '', /Unlock/);
  });
});

describe('failuresOf', () => {
  it('lists what failed, but no fact that a vehicle’s line states', async () => {
    const account = new FakeAccount('v1', 'v2');
    account.failures.set('vehicle v1', failure('retry', 'A.'));
    account.failures.set('capacity v2', failure('nobody', 'Not offered here.'));
    const { directory } = new World({ s1: account });
    await directory.load();
    const [first, second] = directory.accounts.flatMap(({ vehicles }) => vehicles);
    await Promise.all([first?.want(), second?.want()]);
    assert.deepEqual(
      failuresOf(directory).map(({ message }) => message),
      ['A.'],
    );
  });
});

describe('tell', () => {
  const busy = failure('reconnect', 'The permission has ended.');

  it('makes fifty equal failures one message', () => {
    assert.equal(tell([busy, ...Array.from({ length: 49 }, () => busy)]), 'The permission has ended. Do this.');
  });

  it('counts what else went wrong', () => {
    const text = tell([busy, failure('retry', 'B.'), failure('retry', 'B.'), failure('retry', 'C.')]);
    assert.equal(text, 'The permission has ended. Do this. More problems in the view: 2.');
  });
});
