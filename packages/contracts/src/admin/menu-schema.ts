import { z } from 'zod';

/** At most COUNTED_TO + 1. */
const Count = z.number().int().nonnegative().nullable();

export const MenuCounts = z
  .object({
    ordersToShip: Count.describe(
      'Pending and processing orders, without refunded ones that have no units left to ship.',
    ),
    openTickets: Count.describe('Support tickets with the status `open`.'),
    pendingReviews: Count.describe('Reviews to approve or reject.'),
    paymentProblems: Count.describe(
      'Open reconciliation differences, failed refunds among them, and other captured payments without an order.',
    ),
    failedJobs: Count.describe('Background jobs that have used up their attempts.'),
  })
  .meta({
    id: 'MenuCounts',
    description:
      'Work that waits. Each is counted up to 100, which means more than 99; null without the permission to read what is counted.',
  });
export type MenuCounts = z.infer<typeof MenuCounts>;
