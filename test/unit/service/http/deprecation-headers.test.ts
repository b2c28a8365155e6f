import assert from 'node:assert/strict';
import { readDeprecationHeaders } from '../../../../src/service/http/deprecation-headers.ts';

const notice = (headers: Record<string, string>) =>
  readDeprecationHeaders(new Headers(headers), Date.UTC(2026, 10, 26));

describe('readDeprecationHeaders', () => {
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
