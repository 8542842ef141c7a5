import { viewMessages as names } from './messages.ts';
import type { ViewList } from './schema.ts';

type BuiltInView = { key: string; name: string; query: string };

/** The first views of each list. Reviews and tickets are filtered by status unless it is `all`. */
export const BUILT_IN_VIEWS: Record<ViewList, readonly BuiltInView[]> = {
  orders: [
    { key: 'all', name: names.all, query: '' },
    { key: 'unfulfilled', name: names.unfulfilled, query: 'fulfillment=unfulfilled' },
    { key: 'unpaid', name: names.unpaid, query: 'payment=due' },
    { key: 'cancelled', name: names.cancelled, query: 'status=cancelled' },
  ],
  products: [
    { key: 'all', name: names.all, query: '' },
    { key: 'active', name: names.active, query: 'status=published' },
    { key: 'drafts', name: names.drafts, query: 'status=draft' },
    { key: 'low-stock', name: names.lowStock, query: 'stock=low' },
  ],
  customers: [
    { key: 'all', name: names.all, query: '' },
    { key: 'customers', name: names.customers, query: 'role=customer' },
    { key: 'staff', name: names.staff, query: 'role=staff' },
  ],
  reviews: [
    { key: 'pending', name: names.pending, query: 'status=pending' },
    { key: 'approved', name: names.approved, query: 'status=approved' },
    { key: 'rejected', name: names.rejected, query: 'status=rejected' },
    { key: 'all', name: names.all, query: 'status=all' },
  ],
  tickets: [
    { key: 'open', name: names.open, query: 'status=open' },
    { key: 'answered', name: names.answered, query: 'status=answered' },
    { key: 'closed', name: names.closed, query: 'status=closed' },
    { key: 'all', name: names.all, query: 'status=all' },
  ],
};
