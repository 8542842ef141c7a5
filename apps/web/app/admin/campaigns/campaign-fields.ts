import { type Campaign, NewCampaign } from '@shop/contracts/campaigns/schema';

/** The form also sends its idempotency key and intent, which `strip` drops. */
export const CampaignFields = NewCampaign.strip();

export const fieldsOf = ({ title, message, link, audience, channels }: Campaign) => ({
  title,
  message,
  link: link ?? '',
  audience,
  channels,
});
