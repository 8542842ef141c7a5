import type { Tasks } from '#platform/queue/tasks.ts';
import { checkPaymentPage } from './page-check.ts';
import { capPaymentRetryDelay, deleteOldWebhooks } from './queries.ts';
import { deleteOldSources } from './source-queries.ts';

export const paymentTasks: Tasks = {
  check_payment_page: (_payload, tools) => checkPaymentPage(tools),
  async cap_payment_retry_delay(_payload, { db }) {
    await db.run(capPaymentRetryDelay());
  },
  async delete_old_payment_sources(_payload, { db }) {
    await deleteOldSources(db);
  },
  async delete_old_webhooks(_payload, { db }) {
    await deleteOldWebhooks(db);
  },
};
