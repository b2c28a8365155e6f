import assert from 'node:assert/strict';
import {
  isAccessTokenValid,
  issueCode,
  issuePair,
  codeStatus,
  refreshTokenStatus,
  useRefreshToken,
} from '../../../../src/sandbox/oauth/token-rules.ts';

const seconds = 1000;
const days = 24 * 60 * 60 * seconds;
const issued = Date.UTC(2026, 10, 21);

describe('rules of the authorization code', () => {
  const code = issueCode('grant', 'http://localhost:9/callback', issued);
  const judge = (redirectUri: string, after: number) => codeStatus(code, redirectUri, issued + after);

  it('public: it works for ten minutes', () => {
    assert.equal(judge('http://localhost:9/callback', 600 * seconds - 1), 'usable');
    assert.equal(judge('http://localhost:9/callback', 600 * seconds), 'expired');
  });

  it('public: it works once', () => {
    assert.equal(codeStatus({ ...code, used: true }, 'http://localhost:9/callback', issued), 'used');
  });

  it('document: the redirect URI equals the one of the Connect URL, to the letter', () => {
    assert.equal(judge('http://localhost:9/callback/', 0), 'other-redirect');
    assert.equal(judge('http://LOCALHOST:9/callback', 0), 'other-redirect');
  });

  it('an unknown one is refused', () => {
    assert.equal(codeStatus(undefined, 'http://localhost:9/callback', issued), 'unknown');
  });
});

describe('rules of the access token', () => {
  it('document: it is valid for 7200 seconds', () => {
    const { accessToken } = issuePair('grant', issued);
    assert.equal(isAccessTokenValid(accessToken, issued + 7200 * seconds - 1), true);
    assert.equal(isAccessTokenValid(accessToken, issued + 7200 * seconds), false);
  });
});

describe('rules of the refresh token', () => {
  const { refreshToken } = issuePair('grant', issued);

  it('document: it expires 60 days after issue', () => {
    assert.equal(refreshTokenStatus(refreshToken, issued + 60 * days - 1), 'usable');
    assert.equal(refreshTokenStatus(refreshToken, issued + 60 * days), 'expired');
  });

  it('document: it is invalidated one minute after use', () => {
    const used = useRefreshToken(refreshToken, issued + 5 * days);
    assert.equal(refreshTokenStatus(used, issued + 5 * days + 60 * seconds - 1), 'usable');
    assert.equal(refreshTokenStatus(used, issued + 5 * days + 60 * seconds), 'invalidated');
  });

  it('the minute counts from the first use', () => {
    const again = useRefreshToken(useRefreshToken(refreshToken, issued), issued + 59 * seconds);
    assert.equal(refreshTokenStatus(again, issued + 60 * seconds), 'invalidated');
  });

  it('an unknown one is refused', () => {
    assert.equal(refreshTokenStatus(undefined, issued), 'unknown');
  });
});
