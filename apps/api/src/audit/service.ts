import { createHmac } from 'node:crypto';
import type { AuditAction, AuditEntity } from '@shop/contracts/audit/messages';
import { isStaff } from '@shop/contracts/common/permissions';
import { HOUR_MS } from '@shop/contracts/common/time';
import type { Logger } from 'pino';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import type { Db } from '#platform/database/db.ts';
import { hitCounter } from '#platform/hit-counter.ts';
import type { Actor } from '#platform/http/access.ts';
import { lockIfActive } from '#platform/http/active-user.ts';
import { insertAuditEntries, insertUndos } from './log-queries.ts';
import { findUser } from './queries.ts';

export { assertUnchangedSince, type UndoableEntry, undoConflict } from './undo-rules.ts';

/** A user and their request; `id` is null for the system. */
export type AuditActor = { id: string | null; requestId?: string };

type NewAuditEntry = {
  action: AuditAction;
  entity: AuditEntity;
  entityId: string;
  /**
   * The state before and after: the fields that describe the change, and no secrets. Null if there was none; both are
   * null only when they were erased.
   */
  before: object | null;
  after: object | null;
};

/** Every admin write calls this in its transaction: a change and its audit entry are committed together or not. */
export const record = (tx: Db, actor: AuditActor, entry: NewAuditEntry) => recordAll(tx, actor, [entry]);

/** The same for many changes of one action. */
export const recordAll = (tx: Db, { id, requestId }: AuditActor, entries: NewAuditEntry[]) =>
  tx.run(insertAuditEntries(entries.map((entry) => ({ ...entry, actorUserId: id, requestId }))));

/**
 * For an undo outside the log: the entries are shown as undone. Call it before the records are locked, as the log does.
 * Returns the entries that were not undone before.
 */
export async function markUndone(tx: Db, entryIds: string[]) {
  if (entryIds.length === 0) return [];
  const undos = await tx.run(insertUndos(entryIds));
  return undos.map(({ entryId }) => entryId);
}

type ExportName = Extract<AuditAction, `export.${string}`> extends `export.${infer What}` ? What : never;

/** Call before the first byte of personal data is sent: what cannot be recorded is not exported. */
export const recordExport = (db: Db, actor: AuditActor, what: ExportName, filter: object = {}) =>
  record(db, actor, { action: `export.${what}`, entity: 'export', entityId: what, before: null, after: { filter } });

/** Entries per hour about all unknown accounts and about all customers. Entries about staff have no such limit. */
const LIMITS = { unknown: 1_000, customers: 5_000 };

/** Events waiting to be written; more are dropped and logged. */
const QUEUE_MAX = 1_000;

export type SecurityLog = ReturnType<typeof securityLog>;
type Dependencies = { db: Db; redis: OptionalRedis; log: Pick<Logger, 'error'>; authSecret: string };
type Subject = { id: string; group: 'staff' | keyof typeof LIMITS };

/**
 * Logins and denied requests. What an attacker can repeat is counted by account and hour, and recorded the first ten
 * times and then at every power of ten; it is recorded asynchronously, so that response times reveal nothing.
 */
export function securityLog({ db, redis, log, authSecret }: Dependencies) {
  const { hit } = hitCounter(redis);
  let queued = 0;
  let last: Promise<unknown> = Promise.resolve();

  /** Sequential: a burst of denied requests occupies one connection. */
  function enqueueEvent(work: () => Promise<unknown>) {
    if (queued === QUEUE_MAX) return log.error('Too many security events at once: one was dropped.');
    queued += 1;
    last = last
      .then(work)
      .catch((error: unknown) => log.error({ err: error }, 'A security event could not be recorded.'))
      .finally(() => {
        queued -= 1;
      });
  }

  /** The count of this hour if this event is to be recorded: the first ten times, then at powers of ten. */
  async function countDue(action: string, { id, group }: Subject) {
    const { current } = await hit(`audit:${action}:${id}`, HOUR_MS);
    if (current > 10 && !/^10*$/.test(`${current}`)) return undefined;
    if (group !== 'staff' && (await hit(`audit:${group}`, HOUR_MS)).current > LIMITS[group]) return undefined;
    return current;
  }

  type FailedLogin = { action: 'login.fail' | 'login.code'; requestId: string };

  async function recordFailure({ action, requestId }: FailedLogin, subject: Subject & { email?: string }) {
    const attempts = await countDue(action, subject);
    if (attempts === undefined) return;
    await db.transaction(async (tx) => {
      if (subject.email && !(await lockIfActive(tx, subject.id))) return;
      const after = { ...(subject.email && { account: subject.email }), attempts };
      await record(tx, { id: null, requestId }, login(action, subject.id, null, after));
    });
  }

  const hashOf = (email: string) =>
    createHmac('sha256', authSecret).update(`failed login ${email}`).digest('base64url').slice(0, 22);

  async function subjectOf(lookup: { email: string } | { id: string }) {
    const user = await db.run(findUser(lookup));
    if (user) return { ...user, group: isStaff(user) ? 'staff' : 'customers' } as const;
    return 'email' in lookup ? ({ id: `unknown ${hashOf(lookup.email)}`, group: 'unknown' } as const) : undefined;
  }

  return {
    /** Call in the transaction that creates the session. */
    loginSucceeded: (tx: Db, userId: string, requestId: string, secondFactor: boolean) =>
      record(tx, { id: userId, requestId }, login('login.succeed', userId, null, { secondFactor })),
    loggedOut: (tx: Db, userId: string, requestId: string) =>
      record(tx, { id: userId, requestId }, login('login.end', userId, { loggedIn: true }, { loggedIn: false })),
    loginFailed: (email: string, requestId: string) =>
      enqueueEvent(async () => {
        const subject = await subjectOf({ email });
        if (subject) await recordFailure({ action: 'login.fail', requestId }, subject);
      }),
    codeRejected: (userId: string, requestId: string) =>
      enqueueEvent(async () => {
        const subject = await subjectOf({ id: userId });
        if (subject) await recordFailure({ action: 'login.code', requestId }, subject);
      }),
    accessDenied: (actor: Actor, { method, route, requestId }: { method: string; route: string; requestId: string }) =>
      enqueueEvent(async () => {
        const attempts = await countDue('access', { id: actor.id, group: isStaff(actor) ? 'staff' : 'customers' });
        if (attempts === undefined) return;
        const after = { method, route, attempts };
        const entry = { action: 'access.refuse', entity: 'access', entityId: actor.id, before: null, after } as const;
        await record(db, { id: actor.id, requestId }, entry);
      }),
    /** Resolves once all queued events are written. */
    flush: async () => void (await last),
  };
}

const login = (
  action: NewAuditEntry['action'],
  entityId: string,
  before: object | null,
  after: object,
): NewAuditEntry => ({
  action,
  entity: 'login',
  entityId,
  before,
  after,
});
