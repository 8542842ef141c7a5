import type { Task, TaskList } from 'graphile-worker';
import { demandTasks } from '#analytics/tasks.ts';
import { alertTasks } from './alerts/tasks.ts';
import { analyticsTasks } from './analytics/tasks.ts';
import { auditTasks } from './audit/tasks.ts';
import { campaignTasks } from './campaigns/tasks.ts';
import { cartTasks } from './cart/tasks.ts';
import { catalogTasks } from './catalog/tasks.ts';
import { checkoutTasks } from './checkout/tasks.ts';
import { contentTasks } from './content/tasks.ts';
import { identityTasks } from './identity/tasks.ts';
import { invoiceTasks } from './invoices/tasks.ts';
import { emailTasks } from './mail/tasks.ts';
import { mediaTasks } from './media/tasks.ts';
import { newsletterTasks } from './newsletter/tasks.ts';
import { notificationTasks } from './notifications/tasks.ts';
import { orderTasks } from './orders/tasks.ts';
import { paymentTasks } from './payments/tasks.ts';
import { observeJob } from './platform/job-spans.ts';
import { queueTasks, runWithHeartbeat } from './platform/queue/abandoned-jobs.ts';
import type { TaskTools } from './platform/queue/tasks.ts';
import { runInContextOf } from './platform/request-context.ts';
import { returnTasks } from './returns/tasks.ts';
import { reviewTasks } from './reviews/tasks.ts';
import { supportTasks } from './support/tasks.ts';
import { operationsTasks } from './system/tasks.ts';
import { waitlistTasks } from './waitlist/tasks.ts';

/** All background tasks. */
const TASKS = {
  ...alertTasks,
  ...analyticsTasks,
  ...demandTasks,
  ...auditTasks,
  ...cartTasks,
  ...catalogTasks,
  ...checkoutTasks,
  ...contentTasks,
  ...identityTasks,
  ...invoiceTasks,
  ...emailTasks,
  ...mediaTasks,
  ...notificationTasks,
  ...campaignTasks,
  ...newsletterTasks,
  ...operationsTasks,
  ...orderTasks,
  ...paymentTasks,
  ...queueTasks,
  ...returnTasks,
  ...reviewTasks,
  ...supportTasks,
  ...waitlistTasks,
};

const SCHEDULE = `
* * * * * refresh_facets
* * * * * cap_email_retry_delay
* * * * * expire_checkouts
* * * * * reconcile_checkouts
* * * * * cap_payment_retry_delay
* * * * * delete_old_keys
* * * * * notify_back_in_stock
*/5 * * * * check_invariants
17 2 * * * check_all_invariants
*/10 * * * * notify_owners
* * * * * free_abandoned_jobs
* * * * * send_campaigns
* * * * * count_sales
7 * * * * count_search_words
13 * * * * delete_expired_sessions
17 * * * * delete_old_payment_sources
22 * * * * delete_old_unsolicited
27 * * * * request_missing_invoices
33 * * * * invite_to_review
43 * * * * expire_returns
47 * * * * delete_review_photos
3 3 * * * delete_unconfirmed_subscribers
23 3 * * * delete_old_guest_carts
28 3 * * * delete_old_guests
53 3 * * * compare_payments
13 3 * * * delete_old_product_imports
8 3 * * * refresh_collections_by_age
33 3 * * * delete_old_searches
38 3 * * * delete_old_demand
43 3 * * * delete_old_emails
47 3 * * * delete_old_logins
52 3 * * * delete_old_notifications
2 4 * * * delete_old_webhooks
57 3 * * * delete_old_tickets
7 4 * * * check_page_figures
12 4 * * * render_missing_images
37 4 * * 1 check_payment_page`;

/**
 * A task has one scheduled job at most: a new one replaces one that waits for its next attempt, so that a failing task
 * does not fill the queue. It fails for good, and is reported, before its next turn. A daily or weekly job that was due
 * while no worker ran is run when one starts.
 */
function withOptions(line: string) {
  const [minute = '', hour = '', , , , task] = line.split(' ');
  const isFrequent = hour === '*' && minute.startsWith('*');
  return `${line} ?jobKey=${task}&max=${isFrequent ? 3 : 8}${hour === '*' ? '' : '&fill=20h'}`;
}

const SCHEDULED_LINES = SCHEDULE.trim().split('\n');
export const CRONTAB = SCHEDULED_LINES.map(withOptions).join('\n');

/** What a customer or a payment waits for. Each job is short: a task that can take seconds does not belong here. */
const URGENT = [
  'process_webhook',
  'refund_payment',
  'issue_invoice',
  'issue_credit_note',
  'credit_cancelled_order',
  'send_reset_link',
  'list_erasure',
];
const CHECKS = ['check_invariants', 'check_all_invariants'];
/** One large image is decoded at a time. */
const IMAGES = ['render_image', 'render_missing_images'];
/** Scheduled only to resume: its batches are the work of staff. */
const RESUMED = 'send_campaigns';

const SCHEDULED = SCHEDULED_LINES.map((line) => line.split(' ').at(-1) ?? '').filter(
  (task) => task !== RESUMED && ![...CHECKS, ...IMAGES].includes(task),
);

/**
 * Separate runners, each with its slots: a hanging mail server blocks no other task, no other task delays live
 * notifications, and webhooks and refunds wait for no integrity check, no image, no scheduled task and no bulk work.
 */
const LANES: { slots: number; tasks: readonly string[] }[] = [
  { slots: 4, tasks: URGENT },
  { slots: 2, tasks: ['send_email'] },
  { slots: 1, tasks: ['publish_notifications'] },
  { slots: 2, tasks: CHECKS },
  { slots: 1, tasks: IMAGES },
  { slots: 3, tasks: SCHEDULED },
];
/** All other tasks: work that staff start, and what follows from their edits. */
const BULK_SLOTS = 2;

/** Every task is in one of them. */
export function lanesOf(tasks: TaskList) {
  const named = new Set(LANES.flatMap((lane) => lane.tasks));
  const bulk = Object.keys(tasks).filter((task) => !named.has(task));
  return [...LANES, { slots: BULK_SLOTS, tasks: bulk }].map((lane) => ({
    slots: lane.slots,
    tasks: Object.fromEntries(Object.entries(tasks).filter(([name]) => lane.tasks.includes(name))),
  }));
}

export const taskList = (tools: TaskTools): TaskList =>
  Object.fromEntries(
    Object.entries(TASKS).map(([name, task]): [string, Task] => [
      name,
      (payload, { job }) =>
        runInContextOf(payload, () =>
          observeJob(job, payload, () => runWithHeartbeat(tools.db, job, () => task(payload, tools))),
        ),
    ]),
  );
