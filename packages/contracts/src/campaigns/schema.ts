import { z } from 'zod';
import { after, unlessEmpty } from '../common/filters.ts';
import { OWN_PATH } from '../common/link-url.ts';
import { Id, Moment, requiredText } from '../common/schema.ts';
import { CAMPAIGN_AUDIENCES, CAMPAIGN_CHANNELS, CAMPAIGN_STATES } from './constants.ts';
import { campaignMessages as texts } from './messages.ts';

const Audience = z.enum(CAMPAIGN_AUDIENCES, texts.audienceMissing).meta({
  id: 'CampaignAudience',
  description:
    '`customers`: those who opted in to marketing; `subscribers`: confirmed ones of the newsletter; `both`: all of them, each email address once.',
});

const Channel = z.enum(CAMPAIGN_CHANNELS, texts.channelMissing).meta({
  id: 'CampaignChannel',
  description:
    '`email`: to confirmed addresses only; `notification`: in the account of every customer who opted in, with the first 500 characters.',
});
const Channels = z.array(Channel, texts.channelMissing);

const State = z.enum(CAMPAIGN_STATES).meta({
  id: 'CampaignState',
  description:
    '`draft`: can be edited; `scheduled`: starts by itself; `sending`: recipients are taken batch by batch; `sent`: all emails are queued; `stopped`: ended while it was being sent, and cannot be continued.',
});

export const NewCampaign = z
  .strictObject({
    title: requiredText(120, texts.titleMissing, texts.titleTooLong).describe(
      'The subject of the email, and the heading of the notification.',
    ),
    message: requiredText(5_000, texts.messageMissing, texts.messageTooLong).describe(
      'In the Markdown of product descriptions. Notifications have the first 500 characters, unformatted.',
    ),
    link: z
      .string(texts.invalidLink)
      .max(500, texts.invalidLink)
      .regex(OWN_PATH, texts.invalidLink)
      .nullish()
      .transform((link) => link ?? null)
      .describe('A path of the store, which the button of the email and the notification lead to. Null for none.'),
    audience: Audience,
    channels: Channels.min(1, texts.channelMissing)
      .max(CAMPAIGN_CHANNELS.length, texts.channelMissing)
      .describe('One or both. Subscribers are reached by email only, so an audience with subscribers needs `email`.'),
  })
  .refine(({ audience, channels }) => audience === 'customers' || channels.includes('email'), {
    path: ['channels'],
    message: texts.subscribersByEmail,
  })
  .meta({
    id: 'NewCampaign',
    description: 'What a campaign says, to whom, and how. Also the edited draft as a whole.',
  });
export type NewCampaign = z.output<typeof NewCampaign>;

export const Campaign = z
  .object({
    id: Id,
    title: z.string().describe('The subject of the email, and the heading of the notification.'),
    message: z.string().describe('In the Markdown of product descriptions.'),
    link: z.string().nullable().describe('A path of the store; null for none.'),
    audience: Audience,
    channels: z.array(Channel).describe('By which a recipient is reached: one, or both.'),
    state: State,
    lostPermission: z
      .string()
      .nullable()
      .describe(
        'Why it was stopped, or became a draft again: this staff member sent or scheduled it, and no longer has the permission. Null otherwise.',
      ),
    scheduledAt: Moment.nullable().describe('When it starts, or was to start; null if it was not scheduled.'),
    emails: z.number().int().describe('Emails queued so far. Those that are skipped later are counted too.'),
    notifications: z.number().int().describe('Notifications created so far.'),
    expectedEmails: z.number().int().describe('Emails as counted when sending started; 0 before.'),
    expectedNotifications: z.number().int().describe('Notifications as counted when sending started; 0 before.'),
    createdAt: Moment,
    startedAt: Moment.nullable().describe('When sending started. Later consent is not included. Null before.'),
    endedAt: Moment.nullable().describe('When the last recipient was reached, or sending was stopped; null before.'),
  })
  .meta({
    id: 'Campaign',
    description: 'An email or notification, or both, to customers and subscribers who want it.',
  });
export type Campaign = z.infer<typeof Campaign>;

export const CampaignRecipients = z
  .object({
    emails: z.number().int().describe('Email addresses it would reach; 0 without that channel.'),
    notifications: z.number().int().describe('Customers who would be notified; 0 without that channel.'),
    people: z.number().int().describe('Each recipient once, whichever channels reach them. With 0 it is not sent.'),
    countedAt: Moment.describe('When these numbers were counted.'),
  })
  .meta({ id: 'CampaignRecipients', description: 'Whom a campaign would reach now.' });
export type CampaignRecipients = z.infer<typeof CampaignRecipients>;

/** The database has no year 0. */
const LOCAL_TIME = /^(?!0000)\d{4}-\d\d-\d\dT\d\d:\d\d$/;
const isLocalTime = (typed: string) => LOCAL_TIME.test(typed) && z.iso.datetime().safeParse(`${typed}:00Z`).success;

export const CampaignSchedule = z
  .strictObject({
    at: z
      .string(texts.badTime)
      .refine(isLocalTime, texts.badTime)
      .describe('Date and time in the time zone of the store, for example `2026-03-05T10:30`. Not in the past.'),
  })
  .meta({ id: 'CampaignSchedule', description: 'When a campaign starts.' });
export type CampaignSchedule = z.infer<typeof CampaignSchedule>;

export const CampaignQuery = z.strictObject({
  state: unlessEmpty(z.enum(CAMPAIGN_STATES)).describe('Only campaigns in this state. By default all.'),
  after: after.describe('The id of the last campaign of the previous page.'),
});
export type CampaignQuery = z.infer<typeof CampaignQuery>;
