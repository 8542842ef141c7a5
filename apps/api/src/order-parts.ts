import type { OrderParts } from '#orders/service.ts';
import { browseInvoices } from './invoices/browse.ts';
import { getReturnOptions } from './returns/service.ts';
import { getOrderMessages } from './support/conversations.ts';

/** What an order can be read together with, of other contexts. */
export const ORDER_PARTS: OrderParts = {
  invoices: (db, actor, id) => browseInvoices(db, { userId: actor.id }, id),
  messages: async (db, actor, id) => (actor.guest ? undefined : getOrderMessages(db, actor, id)),
  returns: getReturnOptions,
};
