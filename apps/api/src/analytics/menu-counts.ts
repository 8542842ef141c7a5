import type { MenuCounts } from '@shop/contracts/admin/menu-schema';
import type { Permission } from '@shop/contracts/common/permissions';
import type { Db } from '#platform/database/db.ts';
import { type Actor, canNow } from '#platform/http/access.ts';
import { findMenuCounts } from './dashboard-queries.ts';

const REQUIRED_PERMISSIONS: Record<keyof MenuCounts, Permission> = {
  ordersToShip: 'orders.read',
  openTickets: 'tickets.read',
  pendingReviews: 'reviews.read',
  paymentProblems: 'system.read',
  failedJobs: 'system.read',
};

/** What the actor has no permission for is not counted. */
export function countMenuWork(db: Db, actor: Actor): Promise<MenuCounts> {
  return db.run(findMenuCounts((name) => canNow(actor, REQUIRED_PERMISSIONS[name])));
}
