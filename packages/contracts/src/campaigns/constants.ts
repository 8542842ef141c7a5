/** From writing to the last recipient. A stopped campaign is not continued. */
export const CAMPAIGN_STATES = ['draft', 'scheduled', 'sending', 'sent', 'stopped'] as const;
export type CampaignState = (typeof CAMPAIGN_STATES)[number];

/** Customers who opted in to marketing, confirmed newsletter subscribers, or both, each email address once. */
export const CAMPAIGN_AUDIENCES = ['customers', 'subscribers', 'both'] as const;
export type CampaignAudience = (typeof CAMPAIGN_AUDIENCES)[number];

export const CAMPAIGN_CHANNELS = ['email', 'notification'] as const;
export type CampaignChannel = (typeof CAMPAIGN_CHANNELS)[number];

/** These can still be sent or scheduled. */
export const SENDABLE_STATES: readonly CampaignState[] = ['draft', 'scheduled'];
/** These can be stopped: a scheduled campaign becomes a draft again. */
export const STOPPABLE_STATES: readonly CampaignState[] = ['scheduled', 'sending'];

export const CAMPAIGNS_SHOWN = 20;
