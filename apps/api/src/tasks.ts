import type { TaskList } from 'graphile-worker';
import { auditTasks } from './audit/tasks.ts';
import { cartTasks } from './cart/tasks.ts';
import { catalogTasks } from './catalog/tasks.ts';
import { checkoutTasks } from './checkout/tasks.ts';
import { identityTasks } from './identity/tasks.ts';
import { mailTasks } from './mail/tasks.ts';
import { notificationTasks } from './notifications/tasks.ts';
import { paymentTasks } from './payments/tasks.ts';
import { queueTasks } from './platform/abandoned-jobs.ts';
import type { TaskTools } from './platform/tasks.ts';

/** All background work of the shop. */
const TASKS = {
  ...auditTasks,
  ...cartTasks,
  ...catalogTasks,
  ...checkoutTasks,
  ...identityTasks,
  ...mailTasks,
  ...notificationTasks,
  ...paymentTasks,
  ...queueTasks,
};

export const CRONTAB = `
* * * * * settle_facets
* * * * * hurry_mails
* * * * * expire_checkouts
* * * * * reconcile_checkouts
* * * * * hurry_payments
* * * * * delete_old_keys
*/5 * * * * check_invariants
* * * * * free_abandoned_jobs
* * * * * send_campaigns
7 * * * * count_search_words
13 * * * * delete_expired_sessions
23 3 * * * delete_old_guest_carts
53 3 * * * compare_payments
43 3 * * * delete_old_mails`;

export const taskList = (tools: TaskTools): TaskList =>
  Object.fromEntries(Object.entries(TASKS).map(([name, task]) => [name, (payload: unknown) => task(payload, tools)]));
