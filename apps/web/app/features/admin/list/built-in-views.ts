import { listMessages } from '@shop/contracts/admin/list-messages';
import type { ViewList } from '@shop/contracts/admin/view-schema';

const { builtIn: names } = listMessages;

/** Shown without counts while the API does not return views. */
export const BUILT_IN_VIEWS: Partial<Record<ViewList, { name: string; query: string }[]>> = {
  orders: [
    { name: names.all, query: '' },
    { name: names.unfulfilled, query: 'fulfillment=unfulfilled' },
    { name: names.unpaid, query: 'payment=due' },
    { name: names.cancelled, query: 'status=cancelled' },
  ],
  products: [
    { name: names.all, query: '' },
    { name: names.active, query: 'status=published' },
    { name: names.drafts, query: 'status=draft' },
    { name: names.lowStock, query: 'stock=low' },
  ],
};
