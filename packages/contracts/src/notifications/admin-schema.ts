import { z } from 'zod';
import { OWN_PATH } from '../common/link-url.ts';
import { Id, requiredText } from '../common/schema.ts';
import { campaignMessages } from './admin-messages.ts';

/** A campaign to all customers with marketing consent. */
export const NewCampaign = z.strictObject({
  title: requiredText(120, campaignMessages.titleMissing, campaignMessages.titleTooLong),
  message: requiredText(500, campaignMessages.messageMissing, campaignMessages.messageTooLong),
  link: z
    .string(campaignMessages.invalidLink)
    .max(500, campaignMessages.invalidLink)
    .regex(OWN_PATH, campaignMessages.invalidLink)
    .optional(),
});
export type NewCampaign = z.infer<typeof NewCampaign>;

export const Campaign = z.object({
  id: Id,
  title: z.string(),
  message: z.string(),
  link: z.string().nullable(),
  /** Customers with marketing consent at creation: exact up to 10,000, an estimate above. */
  expectedRecipients: z.number().int(),
  /** Customers notified so far. */
  recipients: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When the last customer was notified. */
  finishedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

export const CAMPAIGNS_SHOWN = 20;

/** `after` is the id of the last campaign of the previous page. */
export const CampaignQuery = z.strictObject({ after: Id.optional() });
