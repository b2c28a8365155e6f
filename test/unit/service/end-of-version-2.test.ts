import assert from 'node:assert/strict';
import { deprecationNotice, readDeprecationHeaders } from '../../../src/service/deprecation-notices.ts';
import { endText } from '../../../src/service/model/end-of-version-2.ts';

function build(values = new Map<string, unknown>()) {
  const memory = {
    get: <T>(key: string) => values.get(key) as T | undefined,
    update: (key: string, value: unknown) => Promise.resolve(void values.set(key, value)),
  };
  const answer = (origin: string, responseHeaders: Record<string, string> = {}, status = 200) =>
    deprecationNotice({ operation: 'vehicles', url: `${origin}/v2.0/vehicles`, status, responseHeaders }, memory, 'en');
  return { answer, values };
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
});

describe('headers that announce an end', () => {
  it('reads when it ends, since when it is deprecated, and the page that explains', () => {
    const link = '<https://x.example/next>; rel="next", <https://x.example/end>; type="text/html"; rel="sunset"';
    const headers = { sunset: 'Thu, 31 Dec 2026 23:59:59 GMT', deprecation: '@1790812800', link };
    assert.deepEqual(readDeprecationHeaders(new Headers(headers)), {
      sunsetAt: Date.UTC(2026, 11, 31, 23, 59, 59),
      deprecatedAt: 1790812800_000,
      page: 'https://x.example/end',
    });
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
});
