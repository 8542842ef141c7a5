import { newsletterSubscribers } from '#newsletter/schema.ts';
import { campaigns, notifications } from '#notifications/schema.ts';
import type { Db } from '#platform/database/db.ts';
import type { DemoCampaign, DemoSubscriber } from '#sample/demo/generate/marketing.ts';
import type { DemoNotification } from '#sample/demo/generate/notifications.ts';
import { inChunks } from './chunks.ts';

export async function insertCampaigns(tx: Db, createdBy: string, sent: readonly DemoCampaign[]) {
  const rows = sent.map(({ recipients, ...campaign }) => ({
    ...campaign,
    createdBy,
    state: 'sent' as const,
    startedAt: campaign.createdAt,
    endedAt: campaign.finishedAt,
    customersDone: true,
    recipients: recipients.length,
    expectedRecipients: recipients.length,
    lastUserId: recipients.at(-1)?.id,
  }));
  await inChunks(rows, (part) => tx.insert(campaigns).values(part));
}

export const insertNotifications = (tx: Db, rows: readonly DemoNotification[]) =>
  inChunks(rows, (part) => tx.insert(notifications).values(part));

export const insertSubscribers = (tx: Db, subscribers: readonly DemoSubscriber[]) =>
  inChunks(subscribers, (part) =>
    tx
      .insert(newsletterSubscribers)
      .values(part.map((subscriber) => ({ ...subscriber, createdAt: subscriber.requestedAt })))
      .onConflictDoNothing(),
  );
