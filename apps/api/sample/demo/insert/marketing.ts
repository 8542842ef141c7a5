import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoCampaign, DemoSubscriber } from '#sample/demo/generate/marketing.ts';
import type { DemoNotification } from '#sample/demo/generate/notifications.ts';
import { inChunks } from './chunks.ts';

export async function insertCampaigns(tx: Db, createdBy: string, sent: readonly DemoCampaign[]) {
  const rows = sent.map(({ recipients, ...campaign }) => ({
    ...campaign,
    createdBy,
    state: 'sent',
    startedAt: campaign.createdAt,
    endedAt: campaign.finishedAt,
    customersDone: true,
    recipients: recipients.length,
    expectedRecipients: recipients.length,
    lastUserId: recipients.at(-1)?.id,
  }));
  await inChunks(tx, rows, (part) => count('demo.insertCampaigns')`insert into campaigns ${rowsOf(part)}`);
}

export const insertNotifications = (tx: Db, rows: readonly DemoNotification[]) =>
  inChunks(tx, rows, (part) => count('demo.insertNotifications')`insert into notifications ${rowsOf(part)}`);

export const insertSubscribers = (tx: Db, subscribers: readonly DemoSubscriber[]) =>
  inChunks(tx, subscribers, (part) => {
    const rows = part.map((subscriber) => ({ ...subscriber, createdAt: subscriber.requestedAt }));
    return count('demo.insertSubscribers')`
      insert into newsletter_subscribers ${rowsOf(rows)} on conflict do nothing`;
  });
