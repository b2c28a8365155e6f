import assert from 'node:assert/strict';
import { setClock, systemClock } from '../../../../src/common/clock.ts';
import { ServiceError } from '../../../../src/service/model/errors.ts';
import { RateLimiter, type RateLimitScope } from '../../../../src/service/http/rate-limiter.ts';

const v1 = { application: 'app', vehicle: 'v1' };
const v2 = { application: 'app', vehicle: 'v2' };

/** A rate limiter whose time goes on only when the test says so. */
function build() {
  const clock = { at: 1_000_000, now: () => clock.at };
  setClock(clock);
  const waits: { ms: number; end: () => void }[] = [];
  const limiter = new RateLimiter((ms) => {
    const { promise, resolve } = Promise.withResolvers<void>();
    waits.push({ ms, end: resolve });
    return promise;
  });
  const limited = (seconds: number, code = 'VEHICLE') =>
    new ServiceError('Too often', {
      kind: 'api',
      turn: 'retry',
      nextStep: 'Wait.',
      status: 429,
      type: 'RATE_LIMIT',
      code,
      retryAt: clock.at + seconds * 1000,
      sent: true,
    });
  /** A request for the vehicle that the service refuses. */
  const meetsLimit = async (seconds: number, code?: string, scope: RateLimitScope = v1) => {
    const settle = await limiter.acquire(scope);
    await settle(limited(seconds, code));
  };
  return { clock, limiter, waits, limited, meetsLimit };
}

const isHeldBack = (error: unknown) => error instanceof ServiceError && error.type === 'RATE_LIMIT' && !error.sent;

describe('RateLimiter', () => {
  afterEach(() => setClock(systemClock));

  it('sends nothing for a vehicle while its limit lasts, and says when it ends', async () => {
    const { clock, limiter, meetsLimit } = build();
    await meetsLimit(30);
    clock.at += 10_000;
    await assert.rejects(limiter.acquire(v1), (error) => {
      assert.ok(isHeldBack(error));
      assert.equal((error as ServiceError).retryAt, clock.at + 20_000);
      assert.equal((error as ServiceError).retryAfterSeconds, 20);
      return true;
    });
    await limiter.acquire(v2);
    await limiter.acquire({ application: 'app', vehicle: undefined });
    await limiter.acquire({ application: 'other', vehicle: 'v1' });
  });

  it('holds back every vehicle of the application where the limit is the application’s', async () => {
    const { limiter, meetsLimit } = build();
    await meetsLimit(30, 'SMARTCAR_API');
    await assert.rejects(limiter.acquire(v2), isHeldBack);
    await assert.rejects(limiter.acquire({ application: 'app', vehicle: undefined }), isHeldBack);
    await limiter.acquire({ application: 'other', vehicle: 'v1' });
  });

  it('waits short limits out without a word', async () => {
    const { clock, limiter, waits, meetsLimit } = build();
    await meetsLimit(3);
    let isAdmitted = false;
    const admitted = limiter.acquire(v1).then(() => (isAdmitted = true));
    await new Promise(setImmediate);
    assert.equal(isAdmitted, false);
    assert.equal(waits[0]?.ms, 3_000);
    clock.at += 3_000;
    waits[0]?.end();
    await admitted;
  });

  it('lets one go first after a limit, and the others when that went well', async () => {
    const { clock, limiter, meetsLimit } = build();
    await meetsLimit(30);
    clock.at += 30_000;
    const settle = await limiter.acquire(v1);
    const admitted: number[] = [];
    const others = [1, 2].map((each) => limiter.acquire(v1).then(() => admitted.push(each)));
    await new Promise(setImmediate);
    assert.deepEqual(admitted, []);
    await settle();
    await Promise.all(others);
    assert.deepEqual(admitted, [1, 2]);
  });

  it('holds the others back again when the first one meets the limit', async () => {
    const { clock, limiter, limited, meetsLimit } = build();
    await meetsLimit(30);
    clock.at += 30_000;
    const settle = await limiter.acquire(v1);
    const other = assert.rejects(limiter.acquire(v1), isHeldBack);
    await settle(limited(60));
    await other;
  });

  describe('in a sandbox, by its clock', () => {
    /** Its time goes on only when the test says so, and this machine's not at all. */
    function inSandbox() {
      const { limiter, meetsLimit } = build();
      const time = { now: 50_000_000, speed: 1, era: '1' };
      const scope = { ...v1, limitClock: () => Promise.resolve({ ...time }) };
      return { limiter, meetsLimit: (seconds: number) => meetsLimit(seconds, undefined, scope), time, scope };
    }

    it('says that nothing was sent, for how long, and what ends it', async () => {
      const { limiter, meetsLimit, time, scope } = inSandbox();
      await meetsLimit(30);
      time.now += 5_500;
      await assert.rejects(limiter.acquire(scope), (error) => {
        assert.ok(isHeldBack(error) && error instanceof ServiceError);
        assert.match(`${error.message} ${error.nextStep}`, /Nothing was sent.*held back here.*clock.*faults/);
        assert.deepEqual([error.retryAfterSeconds, error.requestId], [25, undefined]);
        return true;
      });
    });

    it('holds back as long as a clock stands still, and promises no moment', async () => {
      const { limiter, meetsLimit, time, scope } = inSandbox();
      time.speed = 0;
      await meetsLimit(3);
      await assert.rejects(limiter.acquire(scope), (error) => {
        assert.ok(isHeldBack(error));
        assert.equal((error as ServiceError).retryAt, undefined);
        assert.match((error as ServiceError).nextStep, /of 3 s.*frozen/);
        return true;
      });
    });

    it('ends with the sandbox and with its limits', async () => {
      const { limiter, meetsLimit, scope } = inSandbox();
      await meetsLimit(30);
      await limiter.acquire({ ...scope, limitClock: () => Promise.reject(new Error('gone')) });
      const other = inSandbox();
      await other.meetsLimit(30);
      other.time.era = '2';
      await other.limiter.acquire(other.scope);
    });
  });

  it('waits for no moment that a clock set back has put far away', async () => {
    const { clock, limiter, meetsLimit } = build();
    await meetsLimit(30);
    clock.at -= 3_600_000;
    await limiter.acquire(v1);
  });
});
