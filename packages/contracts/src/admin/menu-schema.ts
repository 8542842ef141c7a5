import { z } from 'zod';

/** Null without the permission to see what is counted. At most COUNTED_TO + 1. */
const Count = z.number().int().nonnegative().nullable();

/** Work that waits, for the sidebar. */
export const MenuCounts = z.object({
  ordersToShip: Count,
  openTickets: Count,
  pendingReviews: Count,
  /** Reconciliation differences, failed refunds among them, and payments without an order. */
  paymentProblems: Count,
  failedJobs: Count,
});
export type MenuCounts = z.infer<typeof MenuCounts>;
