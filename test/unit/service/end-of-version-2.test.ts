import assert from 'node:assert/strict';
import { english } from '../../../src/common/translate.ts';
import { DeprecationNotices, readDeprecationHeaders } from '../../../src/service/deprecation-notices.ts';
import { daysUntil, endNote, endText } from '../../../src/service/model/end-of-version-2.ts';

function build(values = new Map<string, unknown>(), now = Date.UTC(2026, 10, 26)) {
  const memory = {
    get: <T>(key: string) => values.get(key) as T | undefined,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
  const watch = new DeprecationNotices(memory, { now: () => now }, 'en', english);
  const answer = (origin: string, responseHeaders: Record<string, string> = {}, status = 200) =>
    watch.noticeFor({ operation: 'vehicles', url: `${origin}/v2.0/vehicles`, status, responseHeaders });
  return { watch, answer, values };
}

describe('the notice of an end', () => {
  it('says nothing by itself: the announced day stands on the line of the account', () => {
    assert.equal(build().answer('https://api.example.com'), undefined);
  });

  it('says what the headers say, once for each date, of the sandbox too', () => {
    const { answer, values } = build();
    const sunset = { sunset: 'Thu, 31 Dec 2026 12:00:00 GMT', link: '<https://x.example/end>; rel="sunset"' };
    assert.deepEqual(answer('http://localhost:4000', sunset), {
      text: 'http://localhost:4000 will be switched off on Dec 31, 2026.',
      page: 'https://x.example/end',
    });
    assert.equal(answer('http://localhost:4000', sunset, 404), undefined);
    const moved = { sunset: 'Sun, 31 Jan 2027 12:00:00 GMT' };
    assert.match(answer('http://localhost:4000', moved)?.text ?? '', /Jan 31, 2027/);
    assert.equal(build(values).answer('http://localhost:4000', moved), undefined, 'not in the next window either');
    assert.match(
      answer('http://localhost:4000', { deprecation: '@1790856000' })?.text ?? '',
      /deprecated as of Oct 1, 2026/,
    );
    assert.match(answer('http://localhost:4000', { deprecation: 'true' })?.text ?? '', /is deprecated\.$/);
  });

  it('says the day of the service, in every time zone', () => {
    const zone = process.env.TZ;
    try {
      for (const place of ['Pacific/Apia', 'Pacific/Chatham', 'America/Los_Angeles', 'UTC']) {
        process.env.TZ = place;
        const { answer } = build();
        const at = (time: string) => answer('http://localhost:4000', { sunset: `Thu, 31 Dec 2026 ${time} GMT` })?.text;
        assert.match(at('00:00:00') ?? '', /Dec 31, 2026/, place);
        assert.match(at('23:59:59') ?? '', /Dec 31, 2026/, place);
      }
    } finally {
      if (zone === undefined) delete process.env.TZ;
      else process.env.TZ = zone;
    }
  });

  it('leaves the token endpoint, which has no version, out of it', () => {
    const { watch } = build();
    const report = {
      url: 'https://auth.example.com/oauth/token',
      status: 200,
      responseHeaders: { deprecation: 'true' },
    };
    assert.equal(watch.noticeFor({ ...report, operation: 'refresh-tokens' }), undefined);
  });

  it('survives what something else left in its place', () => {
    const { answer } = build(new Map([['vehicleData.versionNotices', 'nonsense']]));
    assert.ok(answer('https://api.example.com', { deprecation: 'true' }));
  });
});

describe('headers that announce an end', () => {
  const notice = (headers: Record<string, string>) =>
    readDeprecationHeaders(new Headers(headers), Date.UTC(2026, 10, 26));

  it('finds none in an answer without the headers', () => {
    assert.equal(notice({ 'content-type': 'application/json', link: '<https://x.example/>; rel="sunset"' }), undefined);
    assert.equal(notice({ sunset: 'soon' }), undefined);
    assert.equal(notice({ deprecation: 'false' }), undefined);
  });

  it('reads when it ends, since when it is deprecated, and the page that explains', () => {
    const link = '<https://x.example/next>; rel="next", <https://x.example/end>; type="text/html"; rel="sunset"';
    assert.deepEqual(notice({ sunset: 'Thu, 31 Dec 2026 23:59:59 GMT', deprecation: '@1790812800', link }), {
      sunsetAt: Date.UTC(2026, 11, 31, 23, 59, 59),
      deprecatedAt: 1790812800_000,
      page: 'https://x.example/end',
    });
  });

  it('takes the older forms of Deprecation, and no page that is not https', () => {
    assert.deepEqual(notice({ deprecation: 'true', link: '<javascript:alert(1)>; rel="deprecation"' }), {});
    const date = 'Thu, 01 Oct 2026 00:00:00 GMT';
    assert.equal(notice({ deprecation: date })?.deprecatedAt, Date.UTC(2026, 9, 1));
  });
});

describe('The end of version 2.0', () => {
  const said = (month: number, day: number, year = 2026, hour = 12) =>
    endText(Date.UTC(year, month - 1, day, hour), 'en');

  it('is told with both dates and a count of days, before and on the day', () => {
    const plan = 'Plan your move to version 3.';
    const both = 'API version 2.0 ends in the fourth quarter of 2026, reportedly on Dec 1, 2026';
    assert.equal(said(9, 2), `${both} (in 90 days). ${plan}`);
    assert.equal(said(11, 26, 2026, 0), `${both} (in 5 days). ${plan}`);
    assert.equal(said(11, 26, 2026, 23), `${both} (in 5 days). ${plan}`);
    assert.equal(said(11, 30), `${both} (tomorrow). ${plan}`);
    assert.match(said(12, 1), /ends in .*, reportedly today, Dec 1, 2026\. Move to version 3 now\.$/);
  });

  it('is told as past once the reported day is, and once the quarter is', () => {
    assert.match(said(12, 2), /ends in .*reported, Dec 1, 2026, has passed \(yesterday\)\. Move to version 3 now/);
    assert.match(said(12, 31, 2026, 23), /\(30 days ago\)\. Move/);
    assert.equal(
      said(1, 1, 2027, 0),
      'API version 2.0 was to end in the fourth quarter of 2026, which is over. Move to version 3 now.',
    );
  });

  it('is told as a fact once the service has said so, on whatever day', () => {
    const off =
      'API version 2.0 no longer answers. It was to end in the fourth quarter of 2026. Move to version 3 now.';
    for (const now of [Date.UTC(2026, 10, 27), Date.UTC(2027, 0, 1)]) assert.equal(endText(now, 'en', true), off);
  });

  it('is told in a few words with the reported day, which is past from the next day of UTC on', () => {
    const note = (day: number, hour: number) => endNote(Date.UTC(2026, 10, day, hour), 'en');
    assert.equal(note(1, 12), '2.0 ends on Dec 1, 2026');
    assert.equal(note(31, 23), '2.0 ends on Dec 1, 2026');
    assert.equal(note(32, 0), '2.0 was to end on Dec 1, 2026');
  });

  it('is counted by days of the calendar, whatever clocks do meanwhile', () => {
    assert.equal(daysUntil('2026-12-01', Date.UTC(2026, 8, 1, 23, 59)), 91);
    assert.equal(daysUntil('2026-12-01', Date.UTC(2026, 11, 1)), 0);
  });
});
