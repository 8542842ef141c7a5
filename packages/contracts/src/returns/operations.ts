import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { ByOrder } from '../orders/params.ts';
import { GiftPage, NewGiftExchange } from './gift-schema.ts';
import { NewReturn, ReturnOptions } from './schema.ts';

const ByToken = z.object({
  token: z.string().max(100).describe('The last part of the private link of the gift. It is the only credential.'),
});

export const getGift = operation('GET /gifts/:token', {
  id: 'getGift',
  tag: 'Gifts',
  summary: 'Get the items of a gift and their other sizes, without prices',
  params: ByToken,
  response: GiftPage,
  errors: { 404: ['gift_not_found', 'gift_link_expired'] },
});

export const requestGiftExchange = operation('POST /gifts/:token/exchanges', {
  id: 'requestGiftExchange',
  tag: 'Gifts',
  summary: 'Request other sizes of a gift. They are reserved',
  params: ByToken,
  idempotent: true,
  body: NewGiftExchange,
  response: GiftPage,
  errors: {
    401: ['unauthenticated'],
    404: ['gift_not_found', 'gift_link_expired'],
    409: ['account_changed', 'return_not_allowed', 'items_not_returnable', 'size_sold_out'],
  },
});

export const getReturnOptions = operation('GET /orders/:id/returns', {
  id: 'getReturnOptions',
  tag: 'Returns',
  summary: 'Get what can be returned of an order, and its returns',
  params: ByOrder,
  response: ReturnOptions,
  errors: { 404: ['order_not_found'] },
});

export const requestReturn = operation('POST /orders/:id/returns', {
  id: 'requestReturn',
  tag: 'Returns',
  summary: 'Request a return. The sizes of an exchange are reserved',
  params: ByOrder,
  idempotent: true,
  body: NewReturn,
  response: ReturnOptions,
  errors: { 404: ['order_not_found'], 409: ['return_not_allowed', 'items_not_returnable', 'size_sold_out'] },
});

export const cancelReturn = operation('POST /orders/:id/returns/:returnId/cancellation', {
  id: 'cancelReturn',
  tag: 'Returns',
  summary: 'Cancel a return that has not arrived. Its exchange is no longer reserved',
  params: ByOrder.extend({ returnId: Id.describe('One of the returns of the order.') }),
  idempotent: true,
  response: ReturnOptions,
  errors: { 404: ['order_not_found', 'return_not_found'], 409: ['return_not_cancellable'] },
});
