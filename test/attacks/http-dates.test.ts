// Dates of HTTP, most of all in Retry-After: of every form, in every time zone, and nothing else for a date.
import assert from 'node:assert/strict';
import { parseHttpDate, retryTime } from '../../src/service/http/response-errors.ts';
import { readDeprecationHeaders } from '../../src/service/deprecation-notices.ts';

const moment = Date.UTC(2026, 10, 6, 8, 49, 37);
const now = Date.UTC(2026, 10, 25);
const dates = ['Fri, 06 Nov 2026 08:49:37 GMT', 'Friday, 06-Nov-26 08:49:37 GMT', 'Fri Nov  6 08:49:37 2026'];

const noDates = [
  'abc 12',
  '12',
  'soon',
  '2026',
  '2026-11-06T08:49:37Z',
  '06 Nov 2026 08:49:37 GMT',
  'Fri, 06 Nov 2026 08:49:37',
  'Fri, 06 Nov 2026 08:49:37 CET',
  'Fri, 06 Nov 2026 08:49:37 +0100',
  'Mon, 30 Feb 2026 08:49:37 GMT',
  'Fri, 06 Nov 2026 24:00:00 GMT',
  'Fri, 06 Nov 2026 08:60:00 GMT',
  'Fri, 06 nov 2026 08:49:37 GMT',
  'x Fri, 06 Nov 2026 08:49:37 GMT',
];

function waitOf(status: number, headers: Readonly<Record<string, string>>, receivedAt = now): number | undefined {
  return retryTime({ status, headers: new Headers(headers), text: '', receivedAt }).retryAfterSeconds;
}

describe('a date of HTTP', () => {
  const zone = process.env.TZ;
  afterEach(() => {
    if (zone === undefined) delete process.env.TZ;
    else process.env.TZ = zone;
  });

  for (const place of ['UTC', 'America/Los_Angeles', 'Asia/Kathmandu', 'Pacific/Kiritimati']) {
    it(`is in UTC in ${place}`, () => {
      process.env.TZ = place;
      for (const date of dates) assert.equal(parseHttpDate(date, now), moment, date);
    });
  }

  it('of two digits for the year is not more than 50 years ahead', () => {
    assert.equal(parseHttpDate('Sunday, 06-Nov-94 08:49:37 GMT', now), Date.UTC(1994, 10, 6, 8, 49, 37));
    assert.equal(parseHttpDate('Friday, 06-Nov-76 08:49:37 GMT', now), Date.UTC(2076, 10, 6, 8, 49, 37));
  });

  for (const text of noDates) {
    it(`is not “${text}”`, () => {
      assert.equal(parseHttpDate(text, now), undefined);
      assert.equal(readDeprecationHeaders(new Headers({ sunset: text })), undefined);
    });
  }

  it('counts from the response’s own date, however far off this machine’s clock is', () => {
    const headers = { date: 'Fri, 06 Nov 2026 08:00:00 GMT', 'retry-after': 'Fri, 06 Nov 2026 08:02:00 GMT' };
    for (const minutes of [-600, -2, 0, 2, 600]) {
      assert.equal(waitOf(429, headers, Date.UTC(2026, 10, 6, 8) + minutes * 60_000), 120);
    }
  });

  it('counts from when the response came, where it has no date', () => {
    const received = Date.UTC(2026, 10, 6, 8);
    for (const date of ['', 'abc 12']) {
      assert.equal(waitOf(503, { date, 'retry-after': 'Fri Nov  6 08:01:30 2026' }, received), 90);
    }
  });

  it('that has passed is waited for a second', () => {
    assert.equal(waitOf(429, { date: dates[0] ?? '', 'retry-after': 'Fri, 06 Nov 2026 08:00:00 GMT' }), 1);
    assert.equal(waitOf(429, { 'retry-after': '86400' }), 15 * 60);
  });

  for (const junk of ['abc 12', '-5', '1e3', '0x10', '5 s', '', 'Infinity', '2026-11-06']) {
    it(`is not waited for where Retry-After is “${junk}”`, () => {
      assert.equal(waitOf(503, { 'retry-after': junk }), undefined);
      assert.equal(waitOf(429, { 'retry-after': junk }), 60);
    });
  }
});
