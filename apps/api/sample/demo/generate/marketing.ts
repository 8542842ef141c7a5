import { NEWSLETTER_LINK_DAYS } from '@shop/contracts/newsletter/constants';
import { latestOffer } from './calendar.ts';
import type { DemoCustomer } from './customers.ts';
import { type Dice, plusDays, plusHours, plusMinutes } from './random.ts';
import type { World } from './world.ts';

export type DemoCampaign = {
  id: string;
  title: string;
  message: string;
  link: string;
  createdAt: Date;
  finishedAt: Date;
  /** In the order of their ids, as they are notified. */
  recipients: DemoCustomer[];
};

/** One before each festival, sent to all customers with marketing consent by then. */
export function campaignsOf(dice: Dice, { content, now }: World, customers: readonly DemoCustomer[]): DemoCampaign[] {
  const campaigns = content.marketing.campaigns.map(({ festival, ...campaign }) => {
    const createdAt = plusHours(latestOffer(festival, now)?.startsAt ?? plusDays(now, -30), 9);
    const sentAt = createdAt < now ? createdAt : plusMinutes(now, -30);
    return {
      ...campaign,
      id: dice.idAt(sentAt),
      createdAt: sentAt,
      finishedAt: plusMinutes(sentAt, 2),
      recipients: customers
        .filter((customer) => customer.wantsMarketing && customer.createdAt <= sentAt)
        .toSorted((one, other) => (one.id < other.id ? -1 : 1)),
    };
  });
  return campaigns.toSorted((one, other) => one.createdAt.getTime() - other.createdAt.getTime());
}

export type DemoSubscriber = {
  id: string;
  email: string;
  token: string;
  requestedAt: Date;
  confirmedAt: Date | null;
  unsubscribedAt: Date | null;
};

const GUESTS = 80;

/** A third of the customers, and visitors without an account. The latest have not all confirmed yet. */
export function subscribersOf(dice: Dice, { now }: World, customers: readonly DemoCustomer[]): DemoSubscriber[] {
  const subscriber = (email: string, requestedAt: Date): DemoSubscriber => {
    const isRecent = requestedAt > plusDays(now, 1 - NEWSLETTER_LINK_DAYS);
    const confirmedAt = plusMinutes(requestedAt, 2 + 50 * dice.next());
    const isConfirmed = confirmedAt < now && !(isRecent && dice.chance(0.5));
    const unsubscribedAt = plusDays(requestedAt, 5 + 100 * dice.next());
    const isUnsubscribed = isConfirmed && unsubscribedAt < now && dice.chance(0.08);
    return {
      id: dice.idAt(requestedAt),
      email,
      token: `${dice.hex(8)}-${dice.hex(4)}-4${dice.hex(3)}-8${dice.hex(3)}-${dice.hex(12)}`,
      requestedAt,
      confirmedAt: isConfirmed ? confirmedAt : null,
      unsubscribedAt: isUnsubscribed ? unsubscribedAt : null,
    };
  };
  const ofCustomers = customers
    .filter(() => dice.chance(0.33))
    .map(({ email, createdAt }) => subscriber(email, createdAt));
  const ofGuests = dice
    .shuffled(customers)
    .slice(0, GUESTS)
    .map(({ email }) => subscriber(email.replace('@', '.news@'), plusDays(now, -360 * dice.next())));
  return [...ofCustomers, ...ofGuests];
}
