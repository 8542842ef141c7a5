import { staffMessages } from '@shop/contracts/common/messages';
import { sql } from 'drizzle-orm';

/** Displayed name of a staff member; `user` is the alias of their row of `users`. Null if there is no row. */
export function staffName(user: string) {
  const row = sql.raw(user);
  return sql<
    string | null
  >`case when ${row}.deleted_at is null then ${row}.name else ${staffMessages.formerStaffMember}::text end`;
}
