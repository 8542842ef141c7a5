import { auditMessages } from '@shop/contracts/audit-log-texts';
import { sql } from 'drizzle-orm';

/** The name of a staff member as others see it; `user` is the alias of their row of `users`. Null where there is no row. */
export function staffName(user: string) {
  const row = sql.raw(user);
  return sql<
    string | null
  >`case when ${row}.deleted_at is null then ${row}.name else ${auditMessages.formerStaffMember}::text end`;
}
