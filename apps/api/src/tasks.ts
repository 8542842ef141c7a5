import type { Task, TaskList } from 'graphile-worker';
import { alertTasks } from './alerts/tasks.ts';
import { analyticsTasks } from './analytics/tasks.ts';
import { auditTasks } from './audit/tasks.ts';
import { cartTasks } from './cart/tasks.ts';
import { catalogTasks } from './catalog/tasks.ts';
import { checkoutTasks } from './checkout/tasks.ts';
import { identityTasks } from './identity/tasks.ts';
import { mailTasks } from './mail/tasks.ts';
import { newsletterTasks } from './newsletter/tasks.ts';
import { notificationTasks } from './notifications/tasks.ts';
import { orderTasks } from './orders/tasks.ts';
import { paymentTasks } from './payments/tasks.ts';
import { keepLocked, queueTasks } from './platform/abandoned-jobs.ts';
import type { TaskTools } from './platform/tasks.ts';
import { reviewTasks } from './reviews/tasks.ts';
import { waitlistTasks } from './waitlist/tasks.ts';

/** All background work of the shop. */
const TASKS = {
  ...alertTasks,
  ...analyticsTasks,
  ...auditTasks,
  ...cartTasks,
  ...catalogTasks,
  ...checkoutTasks,
  ...identityTasks,
  ...mailTasks,
  ...notificationTasks,
  ...newsletterTasks,
  ...orderTasks,
  ...paymentTasks,
  ...queueTasks,
  ...reviewTasks,
  ...waitlistTasks,
};

export const CRONTAB = `
* * * * * settle_facets
* * * * * hurry_mails
* * * * * expire_checkouts
* * * * * reconcile_checkouts
* * * * * hurry_payments
* * * * * delete_old_keys
* * * * * tell_waiting
*/5 * * * * check_invariants
*/10 * * * * tell_admins
* * * * * free_abandoned_jobs
* * * * * send_campaigns
* * * * * count_sales
7 * * * * count_search_words
13 * * * * delete_expired_sessions
33 * * * * invite_to_review
3 3 * * * forget_unconfirmed_readers
23 3 * * * delete_old_guest_carts
53 3 * * * compare_payments
13 3 * * * delete_old_product_imports
33 3 * * * delete_old_searches
43 3 * * * delete_old_mails`;

export const taskList = (tools: TaskTools): TaskList =>
  Object.fromEntries(
    Object.entries(TASKS).map(([name, task]): [string, Task] => [
      name,
      (payload, { job }) => keepLocked(tools.db, job, () => task(payload, tools)),
    ]),
  );
