import { staffMessages } from '@shop/contracts/common/messages';
import { raw, sql } from './sql.ts';

/** Displayed name of a staff member; `user` is the alias of their row of `users`. Null if there is no row. */
export function staffName(user: string) {
  const row = raw(user);
  return sql`case when ${row}.deleted_at is null then ${row}.name else ${staffMessages.formerStaffMember}::text end`;
}
