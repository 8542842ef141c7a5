import { AUDIT_ENTRIES_SHOWN, type AuditQuery } from '@shop/contracts/audit/schema';
import type { Db } from '#platform/database/db.ts';
import { paginate } from '#platform/http/paging.ts';
import { withIsoDate } from '#platform/timestamps.ts';
import { findUser, listAuditEntries } from './queries.ts';

export async function browseAuditLog(db: Db, { who, ...query }: AuditQuery) {
  const user = who ? await findUser(db, { email: who }) : undefined;
  // No account has this email address, so there are no entries.
  if (who && !user) return { entries: [], next: undefined };

  // Failed logins have no actor: they are found by the account.
  const by = query.entity === 'login' && user ? { entityId: user.id } : { actorId: user?.id };
  const { items, next } = paginate(
    await listAuditEntries(db, { ...query, ...by, limit: AUDIT_ENTRIES_SHOWN + 1 }),
    AUDIT_ENTRIES_SHOWN,
  );
  return { entries: items.map(withIsoDate), next };
}
