import type { Config } from '../../../apps/api/src/platform/config.ts';
import type { Db } from '../../../apps/api/src/platform/database/db.ts';

/** One line of the report: what was found and, unless it is OK, what to do about it. */
export type Finding = { severity: 'OK' | 'WARN' | 'FAIL'; name: string; what: string; action?: string };
export type Examination = { config: Config; isPublic: boolean; mailTo?: string };
export type StoreExamination = Examination & { db: Db };

export const ok = (name: string, what: string): Finding => ({ severity: 'OK', name, what });
export const warn = (name: string, what: string, action: string): Finding => ({ severity: 'WARN', name, what, action });
export const fail = (name: string, what: string, action: string): Finding => ({ severity: 'FAIL', name, what, action });

export const formatFinding = ({ severity, name, what, action }: Finding) =>
  `${severity} ${name}: ${what}${action ? ` — ${action}` : ''}`;

/** The first line, as a part of a sentence. */
export const reasonOf = (error: unknown) => {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const text = error instanceof Error ? error.message : String(error);
  return text.split('\n')[0]?.replace(/\.$/, '') || code || 'unknown error';
};

/** Seconds, minutes or hours, whichever is readable. */
export function formatAge(seconds: number) {
  if (seconds < 120) return `${Math.round(seconds)} seconds`;
  return seconds < 7_200 ? `${Math.round(seconds / 60)} minutes` : `${Math.round(seconds / 3_600)} hours`;
}

const SHORTEST_SECRET = 4;

/** Removes every secret value of the settings, which an error of a server may quote. */
export function redactSecrets(text: string, { config }: Pick<Examination, 'config'>) {
  const { payment, media, acceptedAuthSecrets } = config;
  const urls = [
    config.databaseUrl,
    config.databaseDirectUrl,
    config.databaseOwnerUrl,
    config.redisUrl,
    config.email.smtpUrl,
  ];
  const passwords = urls.map((url) => new URL(url).password);
  const secrets = [
    ...acceptedAuthSecrets,
    ...[payment.keySecret, payment.webhookSecret, payment.previousWebhookSecret],
    ...(media.driver === 's3' ? [media.secretAccessKey] : []),
    ...passwords.flatMap((password) => [password, decodeURIComponent(password)]),
  ];
  return secrets
    .filter((secret) => secret !== undefined && secret.length >= SHORTEST_SECRET)
    .reduce<string>((redacted, secret) => redacted.replaceAll(secret ?? '', '***'), text);
}
