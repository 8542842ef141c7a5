import { supportMessages } from '@shop/contracts/support/messages';
import type { DemoCustomer } from './customers.ts';
import type { DemoOrder } from './orders.ts';
import { type Dice, plusDays, plusHours } from './random.ts';
import type { World } from './world.ts';

export type DemoTicket = {
  id: string;
  /** Undefined for a guest. */
  userId: string | undefined;
  name: string;
  email: string;
  subject: string;
  status: 'open' | 'answered' | 'closed';
  orderId: string | undefined;
  createdAt: Date;
  messages: { id: string; fromStaff: boolean; body: string; at: Date }[];
  closedAt: Date | undefined;
};

const TICKETS = 120;
const GUESTS = 0.15;
type Status = DemoTicket['status'];

/** Weights by the age of a ticket, youngest first. */
const STATUSES: { upToDays: number; weights: Record<Status, number> }[] = [
  { upToDays: 3, weights: { open: 70, answered: 30, closed: 0 } },
  { upToDays: 14, weights: { open: 10, answered: 60, closed: 30 } },
  { upToDays: 1_000, weights: { open: 0, answered: 12, closed: 88 } },
];

export function ticketsOf(
  dice: Dice,
  { content, now }: World,
  customers: readonly DemoCustomer[],
  orders: readonly DemoOrder[],
): DemoTicket[] {
  const latestOrder = (customerId: string, before: Date) =>
    orders.findLast(({ customer, placedAt }) => customer.id === customerId && placedAt < before);
  return Array.from({ length: TICKETS }, () => {
    const text = dice.pick(content.tickets);
    const age = 0.02 + 360 * dice.next() ** 2.2;
    const createdAt = plusDays(now, -age);
    const customer = dice.pick(customers.filter((registered) => registered.createdAt < createdAt));
    const order = text.aboutOrder ? latestOrder(customer.id, createdAt) : undefined;
    const weights = STATUSES.find(({ upToDays }) => age <= upToDays)?.weights;
    const statuses: Status[] = ['open', 'answered', 'closed'];
    const status = dice.weighted(statuses, (name) => weights?.[name] ?? 1);
    const isGuest = !order && dice.chance(GUESTS);
    const body = order ? `${text.message}\n\n${supportMessages.aboutOrder(order.number)}` : text.message;

    const messages = [{ id: dice.idAt(createdAt), fromStaff: false, body, at: createdAt }];
    const add = (fromStaff: boolean, said: string | null) => {
      const at = plusHours(messages.at(-1)?.at ?? createdAt, 1 + 20 * dice.next());
      if (said && at < now) messages.push({ id: dice.idAt(at), fromStaff, body: said, at });
      return Boolean(said) && at < now;
    };
    const isAnswered = status !== 'open' && add(true, text.reply);
    if (isAnswered && age > 3 && add(false, text.followUp)) add(true, text.secondReply);
    const closedAt = plusHours(messages.at(-1)?.at ?? createdAt, 12);
    return {
      id: dice.idAt(createdAt),
      userId: isGuest ? undefined : customer.id,
      name: customer.name,
      email: isGuest ? customer.email.replace('@', '.guest@') : customer.email,
      subject: text.subject,
      status: isAnswered ? status : ('open' as const),
      orderId: order?.id,
      createdAt,
      messages,
      closedAt: isAnswered && status === 'closed' && closedAt < now ? closedAt : undefined,
    };
  });
}
