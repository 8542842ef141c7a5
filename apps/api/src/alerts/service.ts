import { alertMessages } from '@shop/contracts/alert-texts';
import { isMaster, may, STAFF_ROLES } from '@shop/contracts/permissions';
import type { Db } from '#db.ts';
import { queueMails } from '#mail/service.ts';
import { notifyRoles } from '#notifications/service.ts';
import { takeNews, updateAlerts, wasToldLately } from './queries.ts';
import { digestOf } from './rules.ts';

const EXAMPLES = 5;
const OWNERS = STAFF_ROLES.filter((role) => isMaster({ role }));
/** Those who may see payments beside the owners, who hear of everything. */
const WATCHERS = STAFF_ROLES.filter((role) => !isMaster({ role }) && may({ role }, 'system.see'));

/** One digest for all that is new, and then an hour of quiet: whatever happens in it waits for the next. */
export async function tellAdmins(db: Db, now: Date) {
  if (await wasToldLately(db)) return;
  await updateAlerts(db);

  await db.transaction(async (tx) => {
    const findings = digestOf(await takeNews(tx, EXAMPLES));
    if (findings.length === 0) return;
    const message = findings.map(({ kind, count }) => alertMessages.counted[kind](count)).join(' ');
    const admins = await notifyRoles(tx, OWNERS, { title: alertMessages.title, message, link: '/admin' });
    const disputes = findings.find(({ kind }) => kind === 'payment_dispute');
    if (disputes)
      await notifyRoles(tx, WATCHERS, {
        title: alertMessages.title,
        message: alertMessages.counted.payment_dispute(disputes.count),
        link: '/admin/payments',
      });
    const hour = now.toISOString().slice(0, 'yyyy-mm-ddThh'.length);
    await queueMails(
      tx,
      admins.map(({ id, name, email }) => ({
        kind: 'shop_digest',
        to: email,
        userId: id,
        key: `${hour}:${id}`,
        data: { name, findings },
      })),
    );
  });
}
