import type { CampaignAudience, CampaignChannel, CampaignState } from '@shop/contracts/campaigns/constants';
import { campaignMessages } from '@shop/contracts/campaigns/messages';
import type { CampaignRecipients } from '@shop/contracts/campaigns/schema';
import { toPlainText } from '@shop/contracts/common/plain-text';
import { DomainError } from '#platform/errors.ts';
import { truncate } from '#platform/truncate.ts';

export function assertState(state: CampaignState, allowed: readonly CampaignState[]) {
  if (!allowed.includes(state))
    throw new DomainError('conflict', 'campaign_state_conflict', campaignMessages.conflict[state]);
}

export type Target = { audience: CampaignAudience; channels: readonly CampaignChannel[] };

/** Counts by audience, which the database takes from its indexes. */
export type AudienceCounts = {
  optedIn: number;
  /** Of these, with a confirmed email address. */
  optedInConfirmed: number;
  subscribers: number;
  /** Subscribers without an opted-in account with the same address, and with none whose address is confirmed. */
  onlySubscribers: number;
  notEmailedAsCustomers: number;
};

/** Customers are sent emails first, and subscribers only where that did not reach them. */
export function recipientsOf({ audience, channels }: Target, counts: AudienceCounts) {
  const { optedIn, optedInConfirmed, subscribers, onlySubscribers, notEmailedAsCustomers } = counts;
  const byEmail = {
    customers: optedInConfirmed,
    subscribers,
    both: optedInConfirmed + notEmailedAsCustomers,
  }[audience];
  const emails = channels.includes('email') ? byEmail : 0;
  if (!channels.includes('notification') || audience === 'subscribers')
    return { emails, notifications: 0, people: emails };
  const others = audience === 'both' && channels.includes('email') ? onlySubscribers : 0;
  return { emails, notifications: optedIn, people: optedIn + others };
}

export function assertRecipients({ people }: Pick<CampaignRecipients, 'people'>) {
  if (people === 0) throw new DomainError('conflict', 'no_recipients', campaignMessages.noRecipients);
}

/** Longer messages are for emails. */
const NOTIFICATION_MAX = 500;

/** Notifications have no formatting. */
export const notificationText = (message: string) => truncate(toPlainText(message), NOTIFICATION_MAX);

type Position = { audience: CampaignAudience; customersDone: boolean };

/** What follows a batch that found fewer recipients than its size. */
export function nextStep({ audience, customersDone }: Position, isLast: boolean) {
  if (!isLast) return 'continue';
  return audience === 'both' && !customersDone ? 'subscribers' : 'end';
}
