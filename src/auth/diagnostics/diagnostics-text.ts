import { t } from '../../common/translate.ts';
import type { Finding } from './sign-in-checks.ts';
import type { SessionHeader } from '../sessions/session-record.ts';
import { isDead } from '../sessions/stored-session.ts';
import type { SessionInfo, SessionState } from '../sessions/session-info.ts';

export interface Diagnosis {
  readonly findings: readonly Finding[];
  readonly sessions: readonly SessionInfo[];
  /** Why the sessions can't be listed, if that is so. */
  readonly sessionsProblem?: string | undefined;
  /** Of the stored sessions, as far as they can be read. */
  readonly headers: readonly SessionHeader[];
  /** Name and value; where this window runs. */
  readonly surroundings: readonly (readonly [string, string])[];
  /** Milliseconds since 1970. */
  readonly now: number;
}

/** The diagnosis as Markdown for people, who may paste it into a report: it holds no secret. */
export function diagnosticsText(diagnosis: Diagnosis): string {
  const { findings, surroundings, now } = diagnosis;
  const bad = findings.filter(({ is }) => is === 'bad').length;
  const lines = [
    `# ${t('Sign-in diagnostics')}`,
    '',
    bad === 0 ? t('Everything that sessions need works here.') : t('{0} of {1} checks failed.', bad, findings.length),
    t('Made at {0}. Nothing below is secret.', new Date(now).toISOString()),
    '',
    `## ${t('Checks')}`,
    '',
    ...findings.flatMap(findingLines),
    '',
    `## ${t('Sessions')}`,
    '',
    ...sessionLines(diagnosis),
    '',
    `## ${t('Surroundings')}`,
    '',
    ...surroundings.map(([name, value]) => `- ${name}: ${value}`),
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
      ...(header ? headerLines(header, now) : [`  - ${t('Not stored in a file that can be read now.')}`]),
    ];
  });
}

function headerLines(header: SessionHeader, now: number): string[] {
  const lines = [
    t('Generation {0}, issued {1} ago', header.generation, age(now - header.issuedAt)),
    t('Access token: {0}', left(header.accessTokenExpiresAt - now)),
    t('Refresh token: {0}', isDead(header) ? t('refused by the service') : left(header.refreshTokenExpiresAt - now)),
    ...(header.deviations?.length ? [t('The service’s last answer was odd: {0}', header.deviations.join(', '))] : []),
  ];
  return lines.map((line) => `  - ${line}`);
}

/** A state in words, with what to do. */
function stateText(state: SessionState): string {
  switch (state) {
    case 'fresh':
      return t('fresh');
    case 'expiring':
      return t('due for new tokens, which come by themselves');
    case 'refreshing':
      return t('getting new tokens now');
    case 'offline':
      return t('the service could not be reached at the last try; tried again by itself');
    case 'locked':
      return t('locked: its key can’t be read. Unlock the keyring; nothing is lost');
    case 'needs-owner':
      return t('the owner must allow access once more: connect the account again');
  }
}

function left(ms: number): string {
  return ms > 0 ? t('{0} left', age(ms)) : t('expired {0} ago', age(-ms));
}

/** The two largest units: `1 h 12 min`. A time in the future, after a clock was set back, has a minus. */
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
