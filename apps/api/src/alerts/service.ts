import { alertMessages } from '@shop/contracts/alerts/messages';
import { can, isOwner, STAFF_ROLES } from '@shop/contracts/common/permissions';
import { queueEmails } from '#mail/service.ts';
import { notifyRoles } from '#notifications/service.ts';
import type { Db } from '#platform/database/db.ts';
import { claimUnreportedAlerts, updateAlerts, wasNotifiedRecently } from './queries.ts';
import { digestOf } from './rules.ts';

const EXAMPLES = 5;
const OWNERS = STAFF_ROLES.filter((role) => isOwner({ role }));
/** Other roles with access to payments; owners get all alerts. */
const PAYMENT_ROLES = STAFF_ROLES.filter((role) => !isOwner({ role }) && can({ role }, 'system.read'));

/** One digest of all new alerts, at most once an hour; alerts in between wait for the next one. */
export async function notifyOwners(db: Db, now: Date) {
  if (await wasNotifiedRecently(db)) return;
  await db.run(updateAlerts);

  await db.transaction(async (tx) => {
    const alerts = digestOf(await tx.run(claimUnreportedAlerts(EXAMPLES)));
    if (alerts.length === 0) return;
    const message = alerts.map(({ kind, count }) => alertMessages.counted[kind](count)).join(' ');
    const owners = await notifyRoles(tx, OWNERS, { title: alertMessages.title, message, link: '/admin' });
    const disputes = alerts.find(({ kind }) => kind === 'payment_dispute');
    if (disputes)
      await notifyRoles(tx, PAYMENT_ROLES, {
        title: alertMessages.title,
        message: alertMessages.counted.payment_dispute(disputes.count),
        link: '/admin/payments',
      });
    const hour = now.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    await queueEmails(
      tx,
      owners.map(({ id, name, email }) => ({
        kind: 'store_alert',
        to: email,
        userId: id,
        key: `${hour}:${id}`,
        data: { name, alerts },
      })),
    );
  });
}
