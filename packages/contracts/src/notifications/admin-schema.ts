import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { OWN_PATH } from '../common/link-url.ts';
import { Id, requiredText } from '../common/schema.ts';
import { campaignMessages as texts } from './admin-messages.ts';
import { CAMPAIGN_AUDIENCES, CAMPAIGN_CHANNELS, CAMPAIGN_STATES } from './campaign-constants.ts';

const Channels = z.array(z.enum(CAMPAIGN_CHANNELS, texts.channelMissing), texts.channelMissing);

/** What a campaign says, and to whom. The message is plain text with the Markdown of product descriptions. */
export const NewCampaign = z
  .strictObject({
    title: requiredText(120, texts.titleMissing, texts.titleTooLong),
    message: requiredText(5_000, texts.messageMissing, texts.messageTooLong),
    link: z
      .string(texts.invalidLink)
      .max(500, texts.invalidLink)
      .regex(OWN_PATH, texts.invalidLink)
      .nullish()
      .transform((link) => link ?? null),
    audience: z.enum(CAMPAIGN_AUDIENCES, texts.audienceMissing),
    channels: Channels.min(1, texts.channelMissing).max(CAMPAIGN_CHANNELS.length, texts.channelMissing),
  })
  .refine(({ audience, channels }) => audience === 'customers' || channels.includes('email'), {
    path: ['channels'],
    message: texts.subscribersByEmail,
  });
export type NewCampaign = z.output<typeof NewCampaign>;

export const Campaign = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  /** A path of the store. */
  link: z.string().nullable(),
  audience: z.enum(CAMPAIGN_AUDIENCES),
  channels: z.array(z.enum(CAMPAIGN_CHANNELS)),
  state: z.enum(CAMPAIGN_STATES),
  scheduledAt: z.iso.datetime().nullable(),
  /** Emails and notifications so far. */
  emails: z.number().int(),
  notifications: z.number().int(),
  /** Counted when sending started. */
  expectedEmails: z.number().int(),
  expectedNotifications: z.number().int(),
  createdAt: z.iso.datetime(),
  startedAt: z.iso.datetime().nullable(),
  /** When the last recipient was reached, or sending was stopped. */
  endedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

/** Whom a campaign would reach now. */
export const CampaignRecipients = z.object({
  emails: z.number().int(),
  notifications: z.number().int(),
  /** Each recipient once, whichever channels reach them. */
  people: z.number().int(),
  countedAt: z.iso.datetime(),
});
export type CampaignRecipients = z.infer<typeof CampaignRecipients>;

/** The database has no year 0. */
const LOCAL_TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const isLocalTime = (typed: string) => LOCAL_TIME.test(typed) && z.iso.datetime().safeParse(`${typed}:00Z`).success;

/** Date and time in the store's time zone, for example 2026-03-05T10:30. */
export const CampaignSchedule = z.strictObject({ at: z.string(texts.badTime).refine(isLocalTime, texts.badTime) });
export type CampaignSchedule = z.infer<typeof CampaignSchedule>;

export const CampaignQuery = z.strictObject({ state: unlessEmpty(z.enum(CAMPAIGN_STATES)), after });
export type CampaignQuery = z.infer<typeof CampaignQuery>;
