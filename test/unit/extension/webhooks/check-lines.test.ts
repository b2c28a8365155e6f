import assert from 'node:assert/strict';
import { checkLine, checkTotal } from '../../../../src/extension/webhooks/check-lines.ts';
import type { RuleResult } from '../../../../src/receiver-check/check-receiver.ts';

const rule: RuleResult = {
  rule: 'in-time',
  title: 'Answers in time',
  severity: 'error',
  basis: 'public',
  because: 'The service waits 15 seconds',
  source: 'webhooks',
  outcome: 'passed',
  findings: [],
};
const finding = { sent: 'a tampered body', received: 'status 200', fix: 'Refuse it.' };
const failed: RuleResult = { ...rule, rule: 'tampered', outcome: 'failed', findings: [finding, finding] };
const warned: RuleResult = { ...failed, rule: 'slow', severity: 'warning' };
const unseen: RuleResult = { ...rule, rule: 'handled-once', outcome: 'undecided', reason: 'Give a probe.' };

describe('checkLine', () => {
  const url = 'http://localhost:3000/hook';

  it('has a line for each rule, those that failed first', () => {
    const line = checkLine({ url, results: [rule, unseen, warned, failed], isRunning: false });
    assert.equal(line.description, '1 passed, 1 failed, warnings: 1, 1 not seen · localhost:3000/hook');
    assert.deepEqual([line.icon, line.outcome], ['error', 'failed']);
    assert.deepEqual(
      line.children?.map(({ id, icon, description }) => [id, icon, description]),
      [
        ['check-tampered', 'error', 'Refuse it.'],
        ['check-slow', 'warning', 'Refuse it.'],
        ['check-handled-once', 'question', 'Give a probe.'],
        ['check-in-time', 'pass', ''],
      ],
    );
  });

  it('says of what failed what was sent, what came and, once, how to fix it', () => {
    const [line] = checkLine({ url, results: [failed], isRunning: false }).children ?? [];
    assert.deepEqual(
      line?.children?.map(({ label, description }) => [label, description]),
      [
        ['Sent', 'a tampered body'],
        ['Received', 'status 200'],
        ['Sent', 'a tampered body'],
        ['Received', 'status 200'],
        ['To fix', 'Refuse it.'],
      ],
    );
    assert.ok(line?.tooltip.includes('The service waits 15 seconds (public: webhooks)'));
    assert.equal(line?.spoken, 'Answers in time, failed, Refuse it.');
  });

  it('tells a warning from a failure, and shows that it goes on', () => {
    const warning: RuleResult = { ...failed, severity: 'warning' };
    assert.equal(checkTotal([warning, rule]), '1 passed, 0 failed, warnings: 1');
    const line = checkLine({ url, results: [warning], isRunning: true });
    assert.deepEqual([line.icon, line.description], ['loading~spin', 'running · localhost:3000/hook']);
    assert.equal(line.children?.[0]?.icon, 'warning');
    assert.equal(checkLine({ url, results: [warning], isRunning: false }).outcome, 'ok');
  });
});
