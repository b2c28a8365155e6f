import assert from 'node:assert/strict';
import { setClock, systemClock } from '../../../../../src/common/clock.ts';
import { ServiceError } from '../../../../../src/service/model/errors.ts';
import { CachedRequest } from '../../../../../src/extension/vehicles/data/cached-request.ts';
import { failure } from '../fixture.ts';

describe('CachedRequest', () => {
  let now = 1000;
  beforeEach(() => setClock({ now: () => now }));
  afterEach(() => setClock(systemClock));
  const nobody = () => undefined;

  it('puts a question once for all who ask during the flight, its own listener included', async () => {
    let asked = 0;
    const cell = new CachedRequest<number>(
      () => Promise.resolve(++asked),
      (): void => void (cell.state.loading && cell.load()),
    );
    await Promise.all([cell.load(), cell.load()]);
    assert.equal(asked, 1);
    await cell.load();
    assert.equal(cell.state.value, 2);
  });

  it('keeps the earlier answer and its time beside a later failure, and forgets the failure on success', async () => {
    const error = failure();
    const answers = [() => 'first', () => assert.fail('replaced below'), () => 'third'];
    answers[1] = () => {
      throw error;
    };
    const cell = new CachedRequest(() => Promise.resolve().then(() => answers.shift()?.()), nobody);
    now = 1000;
    await cell.load();
    now = 2000;
    assert.deepEqual(await cell.load(), { value: 'first', fetchedAt: 1000, error, loading: false, askedAt: 2000 });
    now = 3000;
    assert.deepEqual(await cell.load(), { value: 'third', fetchedAt: 3000, loading: false, askedAt: 3000 });
  });

  it('takes a cancelled question as never put', async () => {
    const cell = new CachedRequest(() => Promise.reject(failure('retry', 'Cancelled.', 'cancelled')), nobody);
    await cell.load();
    assert.equal(cell.state.error, undefined);
    assert.equal(cell.asked, false);
  });

  it('shows a defect as an error that does not repeat its text', async () => {
    const cell = new CachedRequest(() => Promise.reject(new TypeError('secret internals')), nobody);
    const { error } = await cell.load();
    assert.ok(error instanceof ServiceError);
    assert.equal(error.turn, 'developer');
    assert.doesNotMatch(error.message, /secret internals/);
  });
});
