import { roll } from './catalog.ts';
import { type SalesSize, STAFF, TERMS, TERMS_OF_BOUGHT } from './orders.ts';
import type { Step } from './step.ts';

const randomStaffId = (salt: number) => `scratch.id_of(7, 1 + ${roll(salt, STAFF)})`;

/** Admin data: notes, emails, tickets, subscribers, audit entries, campaigns, visit metrics and jobs. */
export const adminSteps = ({ products, users, orders }: SalesSize): Step[] => [
  {
    name: 'order_notes and email_messages',
    sql: `insert into order_notes (id, order_id, author_user_id, body, created_at)
          select scratch.id_of(20, i), scratch.id_of(10, i), ${randomStaffId(70)}, 'Leave it with the neighbour.', placed_at
            from scratch.bought where i % 20 = 0;
          insert into email_messages (id, message_id, kind, to_email, user_id, order_id, subject, status, attempts, sent_at, created_at)
          select scratch.id_of(21, i), 'bench:' || lpad(i::text, 9, '0'), 'order_placed', email, user_id,
                 scratch.id_of(10, i), 'Your order has been placed', 'sent', 1, placed_at, placed_at
            from scratch.bought where i % 10 = 0`,
  },
  {
    name: 'support_tickets',
    sql: `insert into support_tickets (id, user_id, name, email, subject, status, order_id, created_at)
          select scratch.id_of(15, i), user_id, name, email, 'A question about order ' || i,
                 (array['open', 'answered', 'closed'])[1 + ${roll(56, 3)}], scratch.id_of(10, i), placed_at
            from scratch.bought where i % 100 = 0;
          insert into support_messages (ticket_id, from_staff, body)
          select id, false, 'When will it come?' from support_tickets`,
  },
  {
    name: 'newsletter_subscribers',
    sql: `insert into newsletter_subscribers (id, email, confirmed_at, unsubscribed_at, created_at)
          select scratch.id_of(22, i), email, created_at, case when ${roll(71, 20)} = 0 then created_at end, created_at
            from generate_series(1, ${users}) i join users on users.id = scratch.id_of(7, i) where i % 2 = 0`,
  },
  {
    name: 'payments without order',
    sql: `insert into checkouts (id, user_id, cart_version, status, payment_method, ${TERMS}, provider_order_id,
                                 expires_at, created_at)
          select scratch.id_of(8, ${orders} + i), user_id, 1, 'expired', 'card', ${TERMS_OF_BOUGHT},
                 'order_late_' || i, placed_at, placed_at
            from scratch.bought where i % 10000 = 0;
          insert into payments (id, checkout_id, provider, provider_order_id, provider_payment_id, method, amount_minor,
                                currency, rate, status, created_at)
          select scratch.id_of(14, ${orders} + i), scratch.id_of(8, ${orders} + i), 'razorpay', 'order_late_' || i,
                 'pay_late_' || i, 'card', total, 'INR', 1, 'captured', placed_at
            from scratch.bought where i % 10000 = 0;
          insert into reconciliation_differences (id, kind, reference, found_at)
          select scratch.id_of(23, i), 'not_an_order', 'pay_late_' || i, placed_at from scratch.bought where i % 10000 = 0`,
  },
  {
    name: 'audit_log',
    sql: `insert into audit_log (id, actor_user_id, action, entity, entity_id, before, after, request_id, created_at)
          select scratch.id_at(16, i, placed_at), ${randomStaffId(72)}, action, entity, entity_id, '{"status": "before"}',
                 '{"status": "after"}', 'req-' || i, placed_at
            from (select i, placed_at, 'order.status' as action, 'order' as entity, scratch.id_of(10, i)::text as entity_id
                    from scratch.bought where i % 10 = 0
                  union all
                  select i, placed_at, 'product.update', 'product', scratch.id_of(3, 1 + i % ${products})::text
                    from scratch.bought where i % 50 = 1
                  union all
                  select i, placed_at, 'ticket.reply', 'ticket', scratch.id_of(15, i - 2)::text
                    from scratch.bought where i % 100 = 2) actions
           order by i`,
  },
  {
    name: 'campaigns',
    sql: `insert into campaigns (id, title, message, state, recipients, expected_recipients, created_at, ended_at, finished_at)
          select scratch.id_of(24, i), 'Promotion ' || i, 'Everything is a little less.', 'sent', ${users} / 2, ${users} / 2,
                 timestamptz '2025-11-14 00:00:00+00' + i * interval '1 day', now(), now()
            from generate_series(1, 300) i`,
  },
  {
    name: 'visit metrics',
    sql: `insert into daily_counts (metric, day, count)
          select metric, day::date, ${orders} / 100 / step
            from generate_series(timestamp '2024-01-01', timestamp '2026-11-14', interval '1 day') day,
                 unnest(array['visits', 'products', 'carts', 'checkouts']) with ordinality s (metric, step);
          insert into zero_result_searches (month, query, count)
          select month::date, 'word ' || i, 1 + ${roll(73, 1000)}
            from generate_series(timestamp '2024-11-01', timestamp '2026-11-01', interval '1 month') month,
                 generate_series(1, 10000) i`,
  },
  {
    name: 'jobs, queued and failed',
    sql: `select from graphile_worker.add_jobs(array(
            select ('send_email', json_build_object('emailId', scratch.id_of(25, i)), null, null, 25, null, null, null)::graphile_worker.job_spec
              from generate_series(1, least(${orders} / 100, 20000)) i));
          update graphile_worker._private_jobs set attempts = max_attempts, last_error = 'The mail server is unavailable.'
           where id % 100 = 0`,
  },
];
