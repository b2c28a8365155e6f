import assert from 'node:assert/strict';
import type { RuleResult } from '../../../src/receiver-check/check-receiver.ts';
import { junitReport } from '../../../src/receiver-check/junit-report.ts';
import { ruleLines, totalLine } from '../../../src/receiver-check/text-report.ts';

const about = { basis: 'public', because: 'The service does so', source: 'a page', findings: [] } as const;
const finding = { sent: 'an event', received: 'status 401: <&"\u0007>', fix: 'Fix it.' };
const results: readonly RuleResult[] = [
  { ...about, rule: 'one', title: 'First', severity: 'error', outcome: 'passed' },
  { ...about, rule: 'two', title: 'Second', severity: 'error', outcome: 'failed', findings: [finding, finding] },
  {
    ...about,
    ...{ rule: 'three', title: 'Third', severity: 'warning', outcome: 'failed', basis: 'assumed', source: '' },
    findings: [finding, { ...finding, fix: 'Or so.' }],
  },
  { ...about, rule: 'four', title: 'Fourth', severity: 'error', outcome: 'undecided', reason: 'Not <seen>' },
];

describe('report on a receiver', () => {
  it('says in text what was sent, what came and how to fix it, with its source', () => {
    assert.deepEqual(results.map(ruleLines), [
      ['ok      one                 First'],
      [
        'FAILED  two                 Second',
        '        The service does so (public: a page).',
        '        Sent:     an event',
        '        Received: status 401: <&"\u0007>',
        '        Sent:     an event',
        '        Received: status 401: <&"\u0007>',
        '        To fix:   Fix it.',
      ],
      [
        'warning three               Third',
        '        The service does so (assumed).',
        '        Sent:     an event',
        '        Received: status 401: <&"\u0007>',
        '        To fix:   Fix it.',
        '        Sent:     an event',
        '        Received: status 401: <&"\u0007>',
        '        To fix:   Or so.',
      ],
      ['–       four                Fourth', '        Not <seen>'],
    ]);
  });

  it('counts', () => {
    assert.equal(totalLine(results), '1 passed, 1 failed, 1 warning, 1 not seen or not checked');
    assert.equal(totalLine(results.slice(0, 1)), '1 passed, 0 failed');
  });

  it('is JUnit with a test case for each rule', () => {
    const lines = junitReport(results, 'http://localhost/?a=1&b', ({ rule }) => rule === 'two');
    assert.deepEqual(lines, [
      '<?xml version="1.0" encoding="UTF-8"?>',
      '<testsuites name="vehicle-data-check-receiver" tests="4" failures="1">',
      '  <testsuite name="http://localhost/?a=1&amp;b" tests="4" failures="1" errors="0" skipped="1">',
      '    <testcase classname="receiver" name="one: First"/>',
      '    <testcase classname="receiver" name="two: Second">',
      '      <failure type="error" message="status 401: &lt;&amp;&quot; &gt;">',
      'The service does so (public: a page).',
      'Sent: an event',
      'Received: status 401: &lt;&amp;&quot; &gt;',
      'Sent: an event',
      'Received: status 401: &lt;&amp;&quot; &gt;',
      'To fix: Fix it.',
      '      </failure>',
      '    </testcase>',
      '    <testcase classname="receiver" name="three: Third">',
      '      <system-out>',
      'The service does so (assumed).',
      'Sent: an event',
      'Received: status 401: &lt;&amp;&quot; &gt;',
      'To fix: Fix it.',
      'Sent: an event',
      'Received: status 401: &lt;&amp;&quot; &gt;',
      'To fix: Or so.',
      '      </system-out>',
      '    </testcase>',
      '    <testcase classname="receiver" name="four: Fourth">',
      '      <skipped message="Not &lt;seen&gt;"/>',
      '    </testcase>',
      '  </testsuite>',
      '</testsuites>',
    ]);
  });
});
