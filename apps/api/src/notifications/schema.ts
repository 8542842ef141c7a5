import {
  CAMPAIGN_AUDIENCES,
  CAMPAIGN_STATES,
  type CampaignChannel,
} from '@shop/contracts/notifications/campaign-constants';
import { boolean, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { bigintNumber, createdAt, createdXid, id, timestamptz } from '#platform/database/columns.ts';

export const campaigns = pgTable('campaigns', {
  id: id(),
  title: text().notNull(),
  message: text().notNull(),
  link: text(),
  audience: text({ enum: CAMPAIGN_AUDIENCES }).notNull().default('customers'),
  channels: text().array().$type<CampaignChannel[]>().notNull().default(['notification']),
  state: text({ enum: CAMPAIGN_STATES }).notNull().default('sending'),
  createdBy: uuid(),
  /** Who sends or scheduled it. */
  startedBy: uuid(),
  /** Stopped because this person has lost the permission. */
  lostPermission: boolean().notNull().default(false),
  scheduledAt: timestamptz(),
  startedAt: timestamptz().defaultNow(),
  endedAt: timestamptz(),
  customersDone: boolean().notNull().default(false),
  lastUserId: uuid(),
  lastSubscriberId: uuid(),
  /** Notifications. */
  expectedRecipients: bigintNumber().notNull().default(0),
  recipients: bigintNumber().notNull().default(0),
  expectedEmails: bigintNumber().notNull().default(0),
  emails: bigintNumber().notNull().default(0),
  /** Set when the campaign is created: the worker of the previous release sends every campaign without it. */
  finishedAt: timestamptz(),
  createdAt: createdAt(),
});

export const notifications = pgTable('notifications', {
  id: id(),
  userId: uuid().notNull(),
  type: text({ enum: ['order', 'promotion', 'other'] }).notNull(),
  title: text().notNull(),
  message: text().notNull(),
  link: text(),
  historyId: uuid(),
  campaignId: uuid(),
  readAt: timestamptz(),
  createdAt: createdAt(),
  createdXid: createdXid(),
});
