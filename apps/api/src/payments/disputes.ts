import { PaymentDispute } from '@shop/contracts/payments/admin-schema';
import { DISPUTE_STATUSES, type DisputeStatus } from '@shop/contracts/payments/constants';
import type { Db } from '#platform/database/db.ts';
import { json, minor, number, oneOf, orNull, present, text, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, first, sql } from '#platform/database/sql.ts';
import { toIso } from '#platform/timestamps.ts';
import { Dispute, type DisputePayload, disputeStatus, PROVIDER } from './rules.ts';

/** Of undecided disputes, and of recently decided ones. */
const SHOWN = 100;

/** Records the dispute of a stored event, if it has one. The provider is not called: the event is complete. */
export async function recordDispute(db: Db, eventId: string) {
  const event = await db.run(findDisputeEvent(eventId));
  if (event) await db.run(upsertDispute({ ...event, status: disputeStatus(event.dispute.status) }));
}

export async function browseDisputes(db: Db) {
  const [undecided, decided] = await Promise.all([
    db.run(listDisputes('undecided', SHOWN)),
    db.run(listDisputes('decided', SHOWN)),
  ]);
  return [...undecided, ...decided].map((row) => ({
    ...row,
    respondBy: row.respondBy && toIso(row.respondBy),
    disputedAt: toIso(row.disputedAt),
  }));
}

/** The dispute of a stored event, with the event's time in Unix seconds. */
const findDisputeEvent = (eventId: string) =>
  first('payments.findDisputeEvent', {
    dispute: present(json(Dispute), 'by the condition'),
    at: present(number, 'every event has it'),
  })`
    select payload #> '{payload,dispute,entity}' as dispute, (payload ->> 'created_at')::float8 as at
      from webhook_inbox
     where provider = ${PROVIDER} and event_id = ${eventId} and payload #> '{payload,dispute,entity}' is not null`;

/** In the order in which they follow each other, to rank events of the same second. */
const rankOf = (status: Fragment) =>
  sql`array_position(array['open', 'under_review', 'closed', 'won', 'lost'], ${status})`;

type DisputeEvent = { dispute: DisputePayload; status: DisputeStatus; at: number };

/** Older and repeated events change nothing. */
const upsertDispute = ({ dispute, status, at }: DisputeEvent) =>
  count('payments.upsertDispute')`
    insert into payment_disputes as known
           (provider, provider_dispute_id, provider_payment_id, amount_minor, currency, reason, phase, status,
            respond_by, disputed_at, event_at)
    values (${PROVIDER}, ${dispute.id}, ${dispute.payment_id}, ${dispute.amount}, ${dispute.currency},
            ${dispute.reason_code ?? null}, ${dispute.phase ?? null}, ${status},
            to_timestamp(${dispute.respond_by ?? null}::float8), to_timestamp(${dispute.created_at ?? at}),
            to_timestamp(${at}))
        on conflict (provider, provider_dispute_id) do update
       set amount_minor = excluded.amount_minor, reason = excluded.reason, phase = excluded.phase,
           status = excluded.status, respond_by = excluded.respond_by, event_at = excluded.event_at
     where (excluded.event_at, ${rankOf(sql`excluded.status`)})
         > (known.event_at, ${rankOf(sql`known.status`)})`;

const DISPUTE_FILTERS = {
  undecided: { where: sql`d.status in ('open', 'under_review')`, order: sql`d.respond_by, d.id` },
  decided: {
    where: sql`d.status in ('won', 'lost', 'closed') and d.event_at > now() - interval '30 days'`,
    order: sql`d.event_at desc`,
  },
};

const listedDispute = {
  id: uuid,
  providerDisputeId: text,
  providerPaymentId: text,
  amountMinor: minor,
  currency: text,
  reason: orNull(text),
  phase: orNull(text),
  status: oneOf(DISPUTE_STATUSES),
  respondBy: orNull(timestamp),
  disputedAt: timestamp,
  order: orNull(json(PaymentDispute.shape.order.unwrap())),
};

/** Those to be decided, most urgent first; or those decided in the last 30 days, newest first. */
function listDisputes(which: keyof typeof DISPUTE_FILTERS, limit: number) {
  const { where, order } = DISPUTE_FILTERS[which];
  return all('payments.listDisputes', listedDispute)`
    select d.id, d.provider_dispute_id, d.provider_payment_id, d.amount_minor, d.currency, d.reason, d.phase, d.status,
           d.respond_by, d.disputed_at,
           case when o.id is not null then json_build_object('id', o.id, 'number', o.number) end as "order"
      from (select * from payment_disputes d where ${where} order by ${order} limit ${limit}) d
      left join payments p on p.provider = d.provider and p.provider_payment_id = d.provider_payment_id
      left join orders o on o.id = p.order_id
     order by ${order}`;
}
