import { FITS, type Fit, isSizeOption } from '@shop/contracts/reviews/constants';
import type { DemoCustomer } from './customers.ts';
import type { DemoOrder } from './orders.ts';
import { type Dice, plusDays, plusHours } from './random.ts';
import type { DemoVariant, World } from './world.ts';

export type DemoReview = {
  id: string;
  productId: string;
  customer: DemoCustomer;
  ratingHalves: number;
  comment: string;
  status: 'pending' | 'approved' | 'rejected';
  createdAt: Date;
  /** When staff decided. */
  moderatedAt: Date | undefined;
  sizeBought: string | undefined;
};

/** What staff and other customers added. */
export type DemoReviewDetails = {
  fit: Fit | undefined;
  rejectionReason: string;
  reply: string | undefined;
  repliedAt: Date | undefined;
  voters: DemoCustomer[];
};

const REVIEWS = 900;
/** Newer reviews wait for moderation. */
const WAITING_DAYS = 5;
const RATINGS = [10, 9, 8, 7, 6, 4, 2];
const RATING_WEIGHTS = [48, 16, 20, 6, 5, 3, 2];

type Received = { customer: DemoCustomer; variant: DemoVariant; at: Date };

/** Of products that the customer has received, one for each product. */
export function reviewsOf(dice: Dice, { content, now }: World, orders: readonly DemoOrder[]): DemoReview[] {
  const received = new Map<string, Received>();
  for (const { customer, lines, steps, status } of orders) {
    const delivered = steps.at(-1);
    if (status !== 'delivered' || !delivered) continue;
    for (const { variant } of lines) {
      const key = `${customer.id} ${variant.productId}`;
      if (!received.has(key)) received.set(key, { customer, variant, at: delivered.at });
    }
  }
  const written = dice.shuffled([...received.values()]).flatMap(({ customer, variant, at }) => {
    const createdAt = plusDays(at, 1 + 20 * dice.next() ** 2);
    return createdAt < now ? reviewOf(dice, content.reviews, { customer, variant, createdAt }, now) : [];
  });
  return written.slice(0, REVIEWS);
}

type Occasion = { customer: DemoCustomer; variant: DemoVariant; createdAt: Date };

function reviewOf(dice: Dice, texts: World['content']['reviews'], occasion: Occasion, now: Date): DemoReview {
  const { customer, variant, createdAt } = occasion;
  const isWaiting = createdAt > plusDays(now, -WAITING_DAYS);
  const isRejected = dice.chance(0.03);
  const ratingHalves = dice.weighted(RATINGS, (halves) => RATING_WEIGHTS[RATINGS.indexOf(halves)] ?? 1);
  const praise = texts.praise[variant.category] ?? texts.critical;
  const sentences = [dice.pick(texts.openings), dice.pick(ratingHalves > 7 ? praise : texts.critical)];
  if (ratingHalves > 7) sentences.push(dice.pick(texts.closings));
  return {
    id: dice.idAt(createdAt),
    productId: variant.productId,
    customer,
    ratingHalves,
    comment: isRejected ? dice.pick(texts.rejected) : sentences.join(' ').trim(),
    status: isWaiting ? 'pending' : isRejected ? 'rejected' : 'approved',
    createdAt,
    moderatedAt: isWaiting ? undefined : plusHours(createdAt, 1 + 40 * dice.next()),
    sizeBought: Object.entries(variant.options).find(([name]) => isSizeOption(name))?.[1],
  };
}

const FIT_WEIGHTS = { small: 14, true_to_size: 74, large: 12 };
const VOTERS_MAX = 9;

/** With dice of their own: they change none of the reviews. */
export function detailsOf(dice: Dice, { content, now }: World, review: DemoReview, customers: readonly DemoCustomer[]) {
  const { status, ratingHalves, moderatedAt, sizeBought, customer } = review;
  const isApproved = status === 'approved';
  const repliedAt = moderatedAt && plusHours(moderatedAt, 2 + 30 * dice.next());
  const hasReply = isApproved && ratingHalves <= 7 && dice.chance(0.6) && repliedAt !== undefined && repliedAt < now;
  const voters = Array.from({ length: isApproved ? Math.floor(VOTERS_MAX * dice.next() ** 3) : 0 }, () =>
    dice.pick(customers),
  );
  return {
    fit: sizeBought && dice.chance(0.85) ? dice.weighted(FITS, (fit) => FIT_WEIGHTS[fit]) : undefined,
    rejectionReason: status === 'rejected' ? dice.pick(content.reviews.reasons) : '',
    reply: hasReply ? dice.pick(content.reviews.replies) : undefined,
    repliedAt: hasReply ? repliedAt : undefined,
    voters: [...new Set(voters)].filter((voter) => voter !== customer),
  } satisfies DemoReviewDetails;
}
