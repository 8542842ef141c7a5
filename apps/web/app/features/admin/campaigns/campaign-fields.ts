import { NewCampaign } from '@shop/contracts/notifications/admin-schema';

/** The form also sends its idempotency key, which `strip` drops. */
export const CampaignFields = NewCampaign.strip();
