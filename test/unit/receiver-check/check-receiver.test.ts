import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { applicationKeys } from '../../../src/service/webhooks/explain-signature.ts';
import { receiverRules, ReceiverUnreachable, type RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import {
  controlReceiver,
  isChallenge,
  type Mistakes,
  older,
  options,
  resultsFor,
  resultsOf,
  runningRule,
  sign,
  token,
  withOutcome,
} from './kit.ts';
import { servePrivately } from '../service/http/private-service.ts';
import { timeLimit } from '../../../src/common/abort-with.ts';

/** Reads an event as somebody does who knows one form of it only. */
const reads = (read: Mistakes['read']): Mistakes => ({ read });
const onlyStates = (read: Mistakes['read']) =>
  reads((event) => {
    if (event.eventType === 'VEHICLE_STATE') read?.(event);
  });
const onlyErrors = (read: Mistakes['read']) =>
  reads((event) => {
    if (event.eventType === 'VEHICLE_ERROR') read?.(event);
  });

function must(value: unknown): void {
  if (value === undefined || value === null || value === false) throw new Error('missing');
}

/** For each rule, mistakes of that kind; no other rule fails. */
const controls: Readonly<Record<string, Readonly<Record<string, Mistakes>>>> = {
  verify: {
    'a signature is demanded': { verify: ({ eventType }) => (eventType === 'VERIFY' ? { status: 401 } : undefined) },
    'challenges of 16 characters only': {
      verify: ({ eventType, data }) =>
        eventType === 'VERIFY' && String(data.challenge).length > 16 ? { status: 400 } : undefined,
    },
  },
  'verify-2.0': {
    'only of version 4.0': { verify: ({ eventName }) => (eventName === 'verify' ? { status: 400 } : undefined) },
  },
  'challenge-form': {
    'any text': { isChallenge: (challenge) => typeof challenge === 'string' },
    'of any length': {
      isChallenge: (challenge) => /^[\w-]+$/.test(challenge as string) && typeof challenge === 'string',
    },
    'an empty one': { isChallenge: (challenge) => challenge === '' || isChallenge(challenge) },
    'in version 2.0 any text': {
      verify: ({ payload }) =>
        typeof payload?.challenge === 'string' ? { body: { challenge: sign(token, payload.challenge) } } : undefined,
    },
    'one that is no text throws': {
      verify: ({ data }) => (data && typeof data.challenge !== 'string' ? { status: 500 } : undefined),
    },
    'one that is a number': {
      verify: ({ data }) =>
        typeof data?.challenge === 'number' ? { body: { challenge: sign(token, String(data.challenge)) } } : undefined,
    },
  },
  'status-200': { '202': { status: () => 202 }, '204': { status: () => 204 } },
  'tampered-body': {
    'a signature of the right length is enough': {
      isSigned: (body, signature) =>
        isOwn(body, signature) || (/^[\da-f]{64}$/.test(signature ?? '') && !isOther(body, signature)),
    },
  },
  'no-signature': {
    'none is enough': { isSigned: (body, signature) => signature === undefined || isOwn(body, signature) },
    'an empty one is enough': { isSigned: (body, signature) => signature === '' || isOwn(body, signature) },
    'none is enough for an error': {
      isSigned: (body, signature, { eventType }) =>
        isOwn(body, signature) || (eventType === 'VEHICLE_ERROR' && signature === undefined),
    },
    'without one it throws': {
      isSigned: (body, signature) => {
        must(signature);
        return isOwn(body, signature);
      },
    },
  },
  'whole-signature': {
    'its first digits': { isSigned: (body, signature) => isOwnAt(body, signature, 0, 8) },
    'its beginning': { isSigned: (body, signature) => signature?.length === 64 && isOwnAt(body, signature, 0, 32) },
    'its end': { isSigned: (body, signature) => isOwnAt(body, signature, 32) },
    'no end': { isSigned: (body, signature) => isOwnAt(body, signature, 0, 64) },
  },
  'base64-signature': {
    'either is enough': {
      isSigned: (body, signature) =>
        isOwn(body, signature) || Buffer.from(signature ?? '', 'base64').toString('hex') === sign(token, body),
    },
  },
  'other-token': {
    'the key is empty as well': {
      isSigned: (body, signature) => isOwn(body, signature) || sign('', body) === signature,
    },
  },
  'raw-body': {
    'JSON is written again': {
      isSigned: (body, signature) => isOwn(JSON.stringify(JSON.parse(body.toString())), signature),
    },
    'the body is trimmed': { isSigned: (body, signature) => isOwn(body.toString().trim(), signature) },
    'the encoding is lost': { isSigned: (body, signature) => isOwn(body.toString('latin1'), signature) },
  },
  'header-case': {
    'only as SC-Signature': {
      header: ({ rawHeaders }) => rawHeaders[rawHeaders.indexOf('SC-Signature') + 1],
    },
  },
  'token-rotation': { 'only the new one': { isSigned: (body, signature) => sign(token, body) === signature } },
  'large-event': { 'at most 10 KB': { mostBytes: 10_000 } },
  triggers: {
    'at the root only': onlyStates(({ triggers }) => must(triggers)),
    'in data only': onlyStates(({ data }) => must(data.triggers)),
    'of signals only': onlyStates(({ triggers = [], data }) => {
      for (const trigger of [...triggers, ...(data.triggers ?? [])])
        must(trigger.type === 'SIGNAL_UPDATED' || trigger.name);
    }),
    'no names': onlyStates(({ triggers = [] }) => {
      for (const { signal } of triggers) must(typeof signal !== 'string');
    }),
  },
  'vehicle-id': {
    'at the root': onlyStates(({ vehicleId }) => must(vehicleId)),
    'never at the root': onlyStates(({ vehicleId }) => must(vehicleId === undefined)),
  },
  'other-fields': {
    'powertrainType is a text': onlyStates(({ data: { vehicle } }) => must(vehicle.powertrainType !== null)),
    'status is always there': onlyStates(({ data: { signals } }) => must(signals[0].status)),
    'retrievedAt is always there': onlyStates(({ data }) =>
      must(!data.signals[0].meta || data.signals[0].meta.retrievedAt),
    ),
    'only known fields': reads((event) => must(!('newField' in event))),
    'meta.version is always there': reads(({ meta }) => must(meta.version)),
  },
  'null-code': {
    'of a signal': onlyStates(({ data }) => {
      for (const { status } of data.signals) if (status?.error) must(status.error.code);
    }),
    'of an error': onlyErrors(({ data }) => data.errors.forEach(({ code }) => must(code))),
  },
  'stale-body': {
    'a failed signal has no body': onlyStates(({ data }) => {
      for (const { status, body } of data.signals) must(!(status?.error?.code && body));
    }),
    'each signal has a body': onlyStates(({ data }) => {
      for (const { status, body } of data.signals) must(body ?? status?.error?.type === 'PERMISSION');
    }),
  },
  'vehicle-error': {
    'signals are objects': onlyErrors(({ data }) => data.errors[0].signals?.forEach(({ code }) => must(code))),
    'signals are there': onlyErrors(({ data }) => must(data.errors[0].signals)),
    'one error': onlyErrors(({ data }) => must(data.errors.length === 1)),
    'a resolution has a type': onlyErrors(({ data }) => {
      const [{ resolution }] = data.errors;
      if (resolution && data.vehicle.make !== 'TESLA') must(resolution.type);
    }),
    'unknown fields': onlyErrors(({ data }) => must(!('requestId' in data.errors[0]))),
  },
  resolved: {
    'its resolution is read': onlyErrors(({ data }) => data.errors.forEach(({ resolution }) => must(resolution))),
    'has no resolution': onlyErrors(({ data }) =>
      must(!(data.errors[0].state === 'RESOLVED' && data.errors[0].resolution)),
    ),
  },
  'unknown-vehicle': {
    '404': { status: ({ data }) => (data.vehicle.make.toLowerCase() === 'tesla' ? 404 : 200) },
    'only of one error': { status: ({ data }) => (data.vehicle.make === 'TESLA' ? 404 : 200) },
  },
  'unknown-event-type': {
    '400': { status: ({ eventType }) => (/^VEHICLE_(STATE|ERROR)$/.test(eventType ?? '') ? 200 : 400) },
  },
  'repeated-event': { '409': { status: (_, isFirst) => (isFirst ? 200 : 409) } },
  'handled-once': { 'every time': { handles: () => true } },
  'verify-first': { 'an event is handled, then refused': { handlesFirst: true } },
  'odd-bodies': { 'closes the connection': { unparsed: 'closes' }, ends: { unparsed: 'ends' } },
  'no-secrets': {
    'the right signature': { refusal: (body) => ({ expected: sign(token, body).toUpperCase() }) },
    'the token': { refusal: () => `compared with ${token}` },
    'the older token': { refusal: () => older },
  },
  'out-of-order': { 'an older one is refused': inOrder() },
  'state-and-error': { 'one at a time': oneAtATime('state-and-error', 2) },
  'ten-at-once': { 'one at a time': oneAtATime('ten-at-once', 10) },
};

function isOwn(body: Buffer | string, signature: string | undefined): boolean {
  return [token, older].some((each) => sign(each, body) === signature);
}

function isOwnAt(body: Buffer, signature: string | undefined, from: number, to?: number): boolean {
  const part = signature?.slice(from, to);
  return [token, older].some((each) => part !== undefined && part === sign(each, body).slice(from, to));
}

/** Whether the check signed it with a token of its own, or with none. */
function isOther(body: Buffer, signature: string | undefined): boolean {
  return signature === sign('', body) || !body.includes('"value":79');
}

/** Refuses signals that are older than what it has. */
function inOrder(): Mistakes {
  let newest = 0;
  return {
    status: ({ data, eventType }) => {
      if (eventType !== 'VEHICLE_STATE') return 200;
      const at = Math.max(...data.signals.map(({ meta }) => meta?.oemUpdatedAt ?? newest));
      if (at < newest) return 409;
      newest = at;
      return 200;
    },
  };
}

/** During a rule, waits for all events that come at once, takes the first and refuses the others. */
function oneAtATime(rule: string, count: number): Mistakes {
  const waiting: (() => void)[] = [];
  let status = 200;
  return {
    instead: (_, answer) => {
      if (runningRule !== rule) return answer();
      waiting.push(answer);
      if (waiting.length < count) return;
      for (const each of waiting) {
        each();
        status = 503;
      }
      status = 200;
    },
    status: () => status,
  };
}

const failedRules = (results: readonly RuleResult[]) => withOutcome(results, 'failed');

describe('check of a receiver', () => {
  it('is passed by one that does everything right', async () => {
    const results = await resultsFor({});
    assert.deepEqual(
      results.map(({ rule, outcome, findings }) => [rule, outcome, findings]),
      receiverRules.map(({ id }) => [id, 'passed', []]),
    );
  });

  for (const [rule, mistakes] of Object.entries(controls)) {
    for (const [name, mistake] of Object.entries(mistakes)) {
      it(`fails at ${rule}, and at nothing else: ${name}`, async () => {
        const results = await resultsFor(mistake);
        assert.deepEqual(
          failedRules(results),
          [rule],
          JSON.stringify(
            results.filter(({ outcome }) => outcome !== 'passed'),
            null,
            1,
          ),
        );
        const findings = results.find((result) => result.rule === rule)?.findings ?? [];
        assert.ok(findings.length > 0 && findings.every(({ sent, received, fix }) => sent && received && fix));
      });
    }
  }

  it('fails at signed-event alone if no event is accepted, and can’t tell the rest', async () => {
    const results = await resultsFor({ isSigned: () => false });
    assert.deepEqual(failedRules(results), ['signed-event']);
    const undecided = receiverRules.filter(({ isAlone }) => !isAlone).map(({ id }) => id);
    assert.deepEqual(withOutcome(results, 'undecided'), undecided);
    assert.match(results.find(({ rule }) => rule === 'retry')?.reason ?? '', /signed-event/);
  });

  for (const [what, mistake, reason, advice] of [
    ['limits requests', { begins: () => 429 }, 'Fix verify first: the receiver limits requests.', /Exempt the service/],
    ['redirects', { begins: () => 307 }, 'Fix verify first: the receiver redirects.', /final URL/],
  ] as const) {
    it(`says once that it ${what}, and can’t tell the rest`, async () => {
      const results = await resultsFor(mistake);
      assert.deepEqual(failedRules(results), ['verify']);
      assert.match(results[0]?.findings[0]?.fix ?? '', advice);
      const undecided = results.filter(({ outcome }) => outcome === 'undecided');
      assert.equal(undecided.length, receiverRules.length - 4);
      assert.ok(undecided.every((result) => result.reason === reason));
    });
  }

  it('says at signed-event what the answer itself says', async () => {
    for (const [status, advice] of [
      [404, /Nothing takes POST/],
      [415, /application\/json/],
      [500, /log says why/],
      [401, /VERIFY shows that it is the right one/],
      [403, /VERIFY shows that it is the right one/],
    ] as const) {
      const results = await resultsFor({
        begins: ({ eventType }) => (eventType === 'VEHICLE_STATE' ? status : undefined),
      });
      assert.match(results.find(({ rule }) => rule === 'signed-event')?.findings[0]?.fix ?? '', advice);
    }
    const unproved = await resultsFor({ isSigned: () => false, verify: () => ({ status: 400 }) });
    assert.match(unproved.find(({ rule }) => rule === 'signed-event')?.findings[0]?.fix ?? '', /right one\?$/);
  });

  it('says that the receiver stopped running, and at what', async () => {
    const results = await resultsFor({ unparsed: 'ends' });
    const { findings } = results.find(({ rule }) => rule === 'odd-bodies') ?? {};
    assert.match(findings?.[0]?.fix ?? '', /stopped running/);
    assert.equal(
      results.find(({ rule }) => rule === 'retry')?.reason,
      'Fix odd-bodies first: the receiver stopped running.',
    );
  });

  it('ends after a time if answers are slow, and says how long they took', async () => {
    const results = await resultsFor({}, () => ({ fastMs: 0, mostWaitMs: 0 }));
    assert.deepEqual(failedRules(results), ['fast']);
    assert.match(results[0]?.reason ?? '', /^Fix fast first: 1 answers took \d+ seconds\.$/);
  });

  it('fails at in-time if an answer is missing, and ends after three of them', async () => {
    let late = new AbortController();
    let deliveries = 0;
    const results = await resultsFor(
      {
        begins: () => {
          deliveries += 1;
          late.abort();
          return 'never';
        },
      },
      () => ({
        deadline: () => {
          late = new AbortController();
          return late.signal;
        },
      }),
    );
    assert.deepEqual(failedRules(results), ['verify', 'in-time']);
    assert.deepEqual(withOutcome(results, 'passed'), ['no-secrets', 'fast']);
    assert.equal(deliveries, 3);
  });

  it('takes an answer that begins and does not end for a missing one', async () => {
    let deliveries = 0;
    const begins = () => {
      deliveries += 1;
      return 'endless' as const;
    };
    const results = await resultsFor({ begins }, () => ({ deadline: (signal) => timeLimit(100, signal) }));
    assert.deepEqual(failedRules(results), ['verify', 'in-time']);
    assert.equal(deliveries, 3);
  });

  it('fails at retry if an ID is remembered before the signature is checked', async () => {
    const known = new Set<string>();
    const remembersEarly: Mistakes = {
      begins: ({ eventId, eventType }) => {
        if (eventType === 'VERIFY' || eventId === undefined) return undefined;
        if (known.has(eventId)) return 200;
        known.add(eventId);
        return undefined;
      },
    };
    const results = await resultsFor(remembersEarly, ({ url }) => ({ probe: `${url.origin}/?event={eventId}` }));
    assert.deepEqual(failedRules(results), ['retry']);
    assert.match(results.find(({ rule }) => rule === 'retry')?.findings[0]?.received ?? '', /handled 0 times/);
  });

  it('fails at retry if a connection that breaks ends the receiver', async () => {
    let isBroken = false;
    const breaks: Mistakes = { onBroken: () => (isBroken = true), begins: () => (isBroken ? 500 : undefined) };
    const results = await resultsFor(breaks);
    assert.equal(failedRules(results)[0], 'retry');
  });

  it('fails at fast if an answer takes longer than the best do', async () => {
    const results = await resultsFor({}, () => ({ fastMs: 0 }));
    assert.deepEqual(failedRules(results), ['fast']);
    assert.equal(results.at(-1)?.severity, 'warning');
  });

  it('sees by a probe that an event is handled once, or twice', async () => {
    const probe = ({ url }: { url: URL }) => ({ probe: `${url.origin}/?event={eventId}` });
    const quiet = { saysHandled: false } as const;
    assert.deepEqual(withOutcome(await resultsFor(quiet, probe), 'passed').length, receiverRules.length);
    assert.deepEqual(failedRules(await resultsFor({ ...quiet, handles: () => true }, probe)), ['handled-once']);
  });

  it('says that it was not seen whether an event is handled once', async () => {
    const reasonOf = async (change: Parameters<typeof resultsFor>[1], mistakes: Mistakes = {}) => {
      const results = await resultsFor({ saysHandled: false, ...mistakes }, change);
      assert.deepEqual(withOutcome(results, 'undecided'), ['handled-once', 'verify-first', 'retry']);
      return results.find(({ outcome }) => outcome === 'undecided')?.reason ?? '';
    };
    assert.match(await reasonOf(undefined), /probe URL/);
    assert.match(await reasonOf(({ url }) => ({ probe: url.href }), { handles: () => false }), /was not handled/);
    const endless = createServer(({ url }, response) => {
      if (url === '/none') return void response.end('none');
      const more = () => response.write('7'.repeat(1 << 16), more);
      more();
    }).listen(0, '127.0.0.1');
    await once(endless, 'listening');
    const probe = `http://127.0.0.1:${(endless.address() as AddressInfo).port}/`;
    assert.match(await reasonOf(() => ({ probe })), /not with “7{80}”/);
    assert.match(await reasonOf(() => ({ probe: `${probe}none` })), /not with “none”/);
    endless.close();
  });

  it('can’t tell of a rotation without an older token', async () => {
    const results = await resultsFor({}, () => ({ keys: applicationKeys([token]) }));
    assert.deepEqual(withOutcome(results, 'undecided'), ['token-rotation']);
  });

  it('shows no token that a receiver repeats', async () => {
    const results = await resultsFor({ verify: () => ({ body: { token, older } }) });
    assert.equal(JSON.stringify(results).includes(token) || JSON.stringify(results).includes(older), false);
    assert.match(results[0]?.findings[0]?.received ?? '', /"token":"…"/);
  });

  it('does not begin if nothing answers', async () => {
    const receiver = await controlReceiver([token], {});
    await receiver.close();
    await assert.rejects(resultsOf(options(receiver.url)), (error: Error) => {
      assert.ok(error instanceof ReceiverUnreachable);
      assert.match(error.message, /ECONNREFUSED.*Start it/);
      return true;
    });
  });

  it('names the way to trust a certificate, where there is one', async () => {
    const port = await servePrivately((_, response) => response.end());
    await assert.rejects(resultsOf(options(new URL(`https://localhost:${port}/`))), /NODE_EXTRA_CA_CERTS/);
  });

  it('ends when it is told to', async () => {
    const ended = new AbortController();
    const ends = { begins: () => void ended.abort(new Error('ended')) };
    await assert.rejects(
      resultsFor(ends, () => ({ signal: ended.signal })),
      { message: 'ended' },
    );
  });
});
