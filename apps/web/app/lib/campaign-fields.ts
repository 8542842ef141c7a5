import { NewCampaign } from '@shop/contracts/campaigns';

/** The form also sends its idempotency key, which `strip` drops. */
export const CampaignFields = NewCampaign.strip();
