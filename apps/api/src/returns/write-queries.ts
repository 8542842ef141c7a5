import type { Minor } from '@shop/contracts/common/money';
import type { NewReturn, Return } from '@shop/contracts/returns/schema';
import { z } from 'zod';
import { json, timestamp, uuid } from '#platform/database/row.ts';
import { all, count, type Fragment, one, sql } from '#platform/database/sql.ts';
import { endOfDay } from './queries.ts';

/** The end of the day on which an exchange is no longer reserved. */
const EXPIRY = endOfDay(sql`now()`, sql`(select return_hold_days from store_settings)`);

const created = {
  id: uuid,
  expiresAt: timestamp,
  exchanges: json(z.array(z.object({ returnLineId: z.string(), variantId: z.string(), quantity: z.number() }))),
};

/** Returns the lines that are exchanged. */
export const insertReturn = (orderId: string, { items, comment }: NewReturn, recipientEmail: string | null) =>
  one('returns.insert', created)`
    with created as (insert into returns (order_id, comment, requested_at, expires_at, recipient_email)
                     values (${orderId}, ${comment}, clock_timestamp(), ${EXPIRY}, ${recipientEmail}::text)
                     returning id, expires_at),
         lines as (
           insert into return_lines (return_id, order_line_id, exchange_line_id, quantity, reason, outcome, exchange_variant_id)
           select created.id, i."orderItemId", i."exchangeLineId", i.quantity, i.reason, i.outcome,
                  case when i.outcome = 'exchange' then i."variantId" end
             from created, jsonb_to_recordset(${JSON.stringify(items)}::jsonb)
               as i ("orderItemId" uuid, "exchangeLineId" uuid, quantity int, reason text, outcome text, "variantId" uuid)
           returning id, exchange_variant_id, quantity)
    select created.id, created.expires_at,
           (select coalesce(json_agg(json_build_object('returnLineId', id, 'variantId', exchange_variant_id,
                                                       'quantity', quantity)), '[]')
              from lines where exchange_variant_id is not null) as exchanges
      from created`;

/** For callers that hold the lock of the order. */
export const lockReturn = (id: string) => count('returns.lock')`select from returns where id = ${id} for no key update`;

/** The times are those of the clock: a transaction that waited for the lock began before the previous step. */
const update = (id: string, change: Fragment) => count('returns.update')`update returns set ${change} where id = ${id}`;

export const updateAuthorized = (id: string, instructions: string) =>
  update(
    id,
    sql`status = 'authorized', decided_at = clock_timestamp(), instructions = ${instructions}, expires_at = ${EXPIRY}`,
  );

export const updateDeclined = (id: string, reason: string) =>
  update(
    id,
    sql`status = 'declined', decided_at = clock_timestamp(), closed_at = clock_timestamp(), decline_reason = ${reason}`,
  );

export const updateClosed = (id: string, status: 'cancelled' | 'expired' | 'completed') =>
  update(id, sql`status = ${status}, closed_at = clock_timestamp()`);

export const updateReceived = (id: string) =>
  update(id, sql`status = 'received', received_at = clock_timestamp(), closed_at = null`);

export const updateRefunded = (id: string, refundMinor: Minor, refundId: string | null) =>
  update(id, sql`refunded_at = clock_timestamp(), refund_minor = ${refundMinor}, refund_id = ${refundId}::uuid`);

type Tracking = Omit<NonNullable<Return['exchangeShipment']>, 'shippedAt' | 'deliveredAt'>;

export const updateExchangeShipped = (id: string, { carrier, trackingNumber, trackingUrl }: Tracking) =>
  update(
    id,
    sql`exchange_shipped_at = clock_timestamp(), exchange_carrier = ${carrier}, exchange_tracking_number = ${trackingNumber},
        exchange_tracking_url = ${trackingUrl}::text`,
  );

export const updateExchangeDelivered = (id: string) => update(id, sql`exchange_delivered_at = clock_timestamp()`);

export const updateLinesReceived = (lines: { id: string; restocked: number; writtenOff: number }[]) =>
  count('returns.updateLinesReceived')`
    update return_lines l set restocked = i.restocked, written_off = i."writtenOff"
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as i (id uuid, restocked int, "writtenOff" int)
     where l.id = i.id`;

/** The size is sold out: the units are refunded instead. */
export const updateExchangeToRefund = (lineId: string) =>
  count('returns.updateExchangeToRefund')`
    update return_lines set outcome = 'refund', exchange_variant_id = null where id = ${lineId}`;

export const updateLinesRefunded = (lines: { id: string; refund: Minor }[]) =>
  count('returns.updateLinesRefunded')`
    update return_lines l set refund_minor = i.refund
      from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb) as i (id uuid, refund bigint) where l.id = i.id`;

/** Authorized, and not sent in time. */
export const listOverdue = (except: string[], limit: number) =>
  all('returns.listOverdue', { id: uuid })`
    select id from returns
     where status = 'authorized' and expires_at < now() and id <> all (${except}::uuid[])
     order by expires_at limit ${limit}`;
