import { t } from '../../../common/translate.ts';
import type { Finding } from './sign-in-checks.ts';
import type { SessionHeader } from '../sessions/session-record.ts';
import { hasOwnTokens, isDead } from '../sessions/stored-session.ts';
import type { SessionInfo, SessionState } from '../sessions/session-info.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly sessions: readonly SessionInfo[];
  /** Why the sessions can't be listed; undefined if they can. */
  readonly sessionsProblem?: string | undefined;
  /** Headers of the stored sessions, as far as they can be read. */
  readonly headers: readonly SessionHeader[];
  /** Name and value of each fact about the machine and VS Code. */
  readonly system: readonly (readonly [string, string])[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The diagnosis as Markdown. Contains no secret, because people may paste it into an issue. */
export function diagnosticsText(diagnosis: Diagnosis): string {
  const { findings, system, now } = diagnosis;
  const bad = findings.filter(({ is }) => is === 'bad').length;
  const lines = [
    `# ${t('Sign-in diagnostics')}`,
    '',
    bad === 0 ? t('All checks passed.') : t('{0} of {1} checks failed.', bad, findings.length),
    t('Created at {0}. This report contains no secrets.', new Date(now).toISOString()),
    '',
    `## ${t('Checks')}`,
    '',
    ...findings.flatMap(findingLines),
    '',
    `## ${t('Sessions')}`,
    '',
    ...sessionLines(diagnosis),
    '',
    `## ${t('System')}`,
    '',
    ...system.map(([name, value]) => `- ${name}: ${value}`),
    '',
  ];
  return lines.join('\n');
}

function findingLines({ subject, is, saw, advice }: Finding): string[] {
  const line = `- ${is === 'good' ? '✓' : '✗'} ${subject}: ${saw}`;
  return advice === undefined ? [line] : [line, `  → ${advice}`];
}

function sessionLines({ sessions, sessionsProblem, headers, now }: Diagnosis): string[] {
  if (sessionsProblem !== undefined) return [sessionsProblem];
  if (sessions.length === 0) return [t('No account is connected.')];
  return sessions.flatMap((session) => {
    const header = headers.find(({ id }) => id === session.id);
    return [
      `- ${session.account.label}: ${stateText(session.state)}`,
      `  - ${t('Session {0}', session.id)}`,
      ...(header ? headerLines(header, now) : [`  - ${t('The session file can’t be read.')}`]),
    ];
  });
}

function headerLines(header: SessionHeader, now: number): string[] {
  if (!hasOwnTokens(header)) return [`  - ${t('Access token: {0}', t('the application’s, in memory only'))}`];
  const lines = [
    t('Tokens issued {1} ago (generation {0})', header.generation, age(now - header.issuedAt)),
    t('Access token: {0}', left(header.accessTokenExpiresAt - now)),
    t('Refresh token: {0}', isDead(header) ? t('rejected by the API') : left(header.refreshTokenExpiresAt - now)),
    ...(header.deviations?.length ? [t('The last token response had issues: {0}', header.deviations.join(', '))] : []),
  ];
  return lines.map((line) => `  - ${line}`);
}

/** The text for a state, with what to do. */
function stateText(state: SessionState): string {
  switch (state) {
    case 'fresh':
      return t('active');
    case 'application':
      return t('active');
    case 'expiring':
      return t('tokens will soon be refreshed automatically');
    case 'refreshing':
      return t('refreshing tokens');
    case 'offline':
      return t('offline, retried automatically');
    case 'locked':
      return t('locked: unlock the keyring to read its key');
    case 'needs-owner':
      return t('access ended: connect the account again');
  }
}

function left(ms: number): string {
  return ms > 0 ? t('{0} left', age(ms)) : t('expired {0} ago', age(-ms));
}

/** The two largest units: `1 h 12 min`. A time in the future, after a clock was set back, has a minus sign. */
function age(ms: number): string {
  const seconds = Math.round(Math.abs(ms) / 1000);
  const units = [
    [86_400, 'd'],
    [3_600, 'h'],
    [60, 'min'],
    [1, 's'],
  ] as const;
  const parts = units.flatMap(([size, unit], index) => {
    const previous = units[index - 1]?.[0] ?? Infinity;
    const count = Math.floor((seconds % previous) / size);
    return count > 0 ? [`${count} ${unit}`] : [];
  });
  const text = parts.slice(0, 2).join(' ') || '0 s';
  return ms < 0 ? `−${text}` : text;
}
