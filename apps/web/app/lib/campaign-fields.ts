import { NewCampaign } from '@shop/contracts/campaigns';

/** The form also says under which key it is sent. */
export const CampaignFields = NewCampaign.strip();
