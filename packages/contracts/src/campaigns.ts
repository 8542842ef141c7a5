import { z } from 'zod';
import { campaignMessages } from './campaigns-texts.ts';
import { Id } from './common.ts';

const requiredText = (max: number, missing: string, tooLong: string) =>
  z.string(missing).trim().min(1, missing).max(max, tooLong);

/** Plain segments only: nothing that a browser could read as another site. */
const OWN_PATH = /^\/(?:[\w~-][\w.~-]*(?:\/[\w~-][\w.~-]*)*\/?)?(?:\?[\w.~%&=+-]*)?(?:#[\w-]*)?$/;

/** A promotion for every customer who agreed to hear of them. */
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
  /** How many had agreed when it was written: exact up to 10,000, an estimate beyond. */
  expected: z.number().int(),
  /** How many have been told so far. */
  recipients: z.number().int(),
  createdAt: z.iso.datetime(),
  /** When the last of them was told. */
  finishedAt: z.iso.datetime().nullable(),
});
export type Campaign = z.infer<typeof Campaign>;

export const CAMPAIGNS_SHOWN = 20;

/** `after` names the last promotion of the page before. */
export const CampaignQuery = z.strictObject({ after: Id.optional() });
