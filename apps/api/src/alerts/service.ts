import { ALERT_KINDS } from '@shop/contracts/alerts/constants';
import { alertMessages } from '@shop/contracts/alerts/messages';
import { can, isOwner, STAFF_ROLES } from '@shop/contracts/common/permissions';
import { z } from 'zod';
import { queueEmails } from '#mail/service.ts';
import { notifyRoles } from '#notifications/service.ts';
import { VARIANT_OPTIONS } from '#platform/database/columns.ts';
import type { Db } from '#platform/database/db.ts';
import { json, number, oneOf } from '#platform/database/row.ts';
import { all, count, raw, sql } from '#platform/database/sql.ts';
import { Alert, digestOf } from './rules.ts';

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

/** Minimum time between digests. An alert that is resolved and recurs within it is not reported again. */
const DIGEST_INTERVAL = raw("interval '1 hour'");

/** A list, because jsonb does not keep the order of keys. */
const OPTION_VALUES = sql`
  (select coalesce(jsonb_agg(chosen.value order by chosen.place), '[]')
     from json_each_text(${VARIANT_OPTIONS})
            with ordinality chosen (name, value, place))`;

/** Scans the whole stock table: an index on `available` would cost every sale more than the scan costs the worker. */
const CURRENT_ALERTS = sql`
  select 'failed_check' as kind, invariant as reference, jsonb_build_object('violations', violations) as details
    from invariant_checks where violations > 0
  union all
  select 'payment_page_changed', md5(snapshot::text), jsonb_build_object('changes', changes)
    from payment_page_versions where accepted_at is null
  union all
  select 'payment_dispute', id::text,
         jsonb_build_object('amountMinor', amount_minor, 'currency', currency,
                            'respondBy', to_char(respond_by at time zone store_time_zone(), 'YYYY-MM-DD'))
    from payment_disputes where status = 'open'
  union all
  select 'reconciliation_difference', id::text, jsonb_build_object('kind', kind, 'reference', reference)
    from reconciliation_differences where resolved_at is null
  union all
  select 'pending_refund', r.id::text,
         jsonb_build_object('amountMinor', r.amount_minor, 'currency', p.currency, 'error', r.last_error)
    from refunds r join payments p on p.id = r.payment_id
   where r.status = 'pending' and r.created_at < now() - interval '1 hour'
  union all
  select 'failed_job', id::text, jsonb_build_object('task', task_identifier)
    from graphile_worker.jobs where attempts >= max_attempts and locked_at is null
  union all
  select 'failed_payment', id::text, jsonb_build_object('amountMinor', amount_minor, 'currency', currency)
    from payments where order_id is null and status = 'failed' and created_at > now() - interval '1 day'
  union all
  select 'low_stock', s.variant_id::text,
         jsonb_build_object('name', p.name, 'options', ${OPTION_VALUES}, 'available', s.available)
    from stock s join variants v on v.id = s.variant_id and v.archived_at is null
    join products p on p.id = s.product_id and p.status = 'published'
   where s.available <= (select low_stock_threshold from store_settings)`;

/** Adds new alerts and deletes resolved ones. */
const updateAlerts = count('alerts.update')`
    with current_alerts as materialized (${CURRENT_ALERTS}),
         over as (delete from alerts a
                   where coalesce(notified_at < now() - ${DIGEST_INTERVAL}, true)
                     and not exists (select from current_alerts n where n.kind = a.kind and n.reference = a.reference))
    insert into alerts (kind, reference, details) select kind, reference, details from current_alerts
        on conflict (kind, reference) do nothing`;

async function wasNotifiedRecently(db: Db) {
  const notified = await db.run(count('alerts.countNotified')`
    select from alerts where notified_at > now() - ${DIGEST_INTERVAL} limit 1`);
  return notified === 1;
}

const alertGroup = { kind: oneOf(ALERT_KINDS), count: number, examples: json(z.array(Alert)) };

/** Marks the unreported alerts as reported and returns them. Of concurrent calls, only one gets each alert. */
const claimUnreportedAlerts = (examples: number) =>
  all('alerts.claimUnreported', alertGroup)`
    with unreported as (update alerts set notified_at = now() where notified_at is null returning kind, reference, details)
    select kind, count(*) as count,
           to_json((array_agg(jsonb_build_object('kind', kind, 'reference', reference, 'details', details)
                              order by reference))[1:${examples}::int]) as examples
      from unreported group by kind`;
