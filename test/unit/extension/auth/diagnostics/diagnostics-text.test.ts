import assert from 'node:assert/strict';
import { diagnosticsText, type Diagnosis } from '../../../../../src/extension/auth/diagnostics/diagnostics-text.ts';
import type { SessionHeader } from '../../../../../src/extension/auth/sessions/session-record.ts';
import type { SessionInfo, SessionState } from '../../../../../src/extension/auth/sessions/session-info.ts';

const now = Date.UTC(2026, 10, 21, 12);
const [minute, day] = [60_000, 86_400_000];

const header: SessionHeader = {
  id: 'sandbox.one',
  environment: 'sandbox',
  clientId: 'client',
  account: { id: 'owner', label: 'Owner one' },
  scopes: [],
  keyId: 'k',
  generation: 7,
  issuedAt: now - 95 * minute,
  accessTokenExpiresAt: now + 25 * minute,
  refreshTokenExpiresAt: now + 59 * day + 90 * minute,
};

function infoIn(state: SessionState): SessionInfo {
  return { ...header, state };
}

const healthy: Diagnosis = {
  findings: [{ subject: 'Folder', is: 'good', saw: 'written' }],
  sessions: [infoIn('fresh')],
  headers: [header],
  system: [['Product', 'VS Code 1.139.1']],
  now,
};

describe('diagnosticsText', () => {
  it('says that all is well, and of each session its state, generation and ages', () => {
    const text = diagnosticsText(healthy);
    assert.match(text, /All checks passed/);
    assert.match(text, /✓ Folder: written/);
    assert.match(text, /Owner one: active/);
    assert.match(text, /Tokens issued 1 h 35 min ago \(generation 7\)/);
    assert.match(text, /Access token: 25 min left/);
    assert.match(text, /Refresh token: 59 d 1 h left/);
    assert.match(text, /Product: VS Code 1\.139\.1/);
  });

  it('counts what failed and says what to do', () => {
    const bad = { subject: 'Keyring', is: 'bad', saw: 'no answer', advice: 'Unlock it.' } as const;
    const text = diagnosticsText({ ...healthy, findings: [...healthy.findings, bad] });
    assert.match(text, /1 of 2 checks failed/);
    assert.match(text, /✗ Keyring: no answer\n {2}→ Unlock it\./);
  });

  it('says of a session that can’t go on by itself what to do, and calls none signed out', () => {
    for (const [state, words] of [
      ['locked', /locked: unlock the keyring/],
      ['needs-owner', /connect the account again/],
      ['offline', /retried automatically/],
    ] as const) {
      const text = diagnosticsText({ ...healthy, sessions: [infoIn(state)] });
      assert.match(text, words);
      assert.doesNotMatch(text, /signed out/i);
    }
  });

  it('tells expired and refused tokens, and a clock that was set back', () => {
    const dead = { ...header, deadGeneration: 7, accessTokenExpiresAt: now - minute, issuedAt: now + minute };
    const text = diagnosticsText({ ...healthy, headers: [dead] });
    assert.match(text, /Access token: expired 1 min ago/);
    assert.match(text, /Refresh token: rejected by the API/);
    assert.match(text, /issued −1 min ago/);
  });

  it('lists a session whose file can’t be read, and says why nothing could be listed', () => {
    assert.match(diagnosticsText({ ...healthy, headers: [] }), /Owner one[^]*The session file can’t be read/);
    const sessionsProblem = 'The secret storage can’t be read.';
    assert.match(diagnosticsText({ ...healthy, sessions: [], sessionsProblem }), /secret storage can’t be read/);
    assert.match(diagnosticsText({ ...healthy, sessions: [] }), /No account is connected/);
  });
});
