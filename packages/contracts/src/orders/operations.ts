import { z } from 'zod';
import { Cart } from '../cart/schema.ts';
import { operation } from '../common/operation.ts';
import { MessageResponse } from '../common/schema.ts';
import { GiftReceipt } from './gift-schema.ts';
import { ByOrder } from './params.ts';
import { OrderIncludes, OrderWithParts } from './parts.ts';
import { ConfirmationEmail, Order, OrderKey, OrderQuery, StatusChange, TrackedOrder } from './schema.ts';

const tag = 'Orders';

export const listOrders = operation('GET /orders', {
  id: 'listOrders',
  tag,
  summary: 'List your orders, newest first',
  query: OrderQuery,
  response: z.array(Order),
  headers: ['Link'],
});

export const getOrder = operation('GET /orders/:id', {
  id: 'getOrder',
  tag,
  summary: 'Get an order, and what belongs to it. Staff can get any order',
  params: ByOrder,
  query: OrderIncludes,
  response: OrderWithParts,
  errors: { 404: ['order_not_found'] },
});

export const getGiftReceipt = operation('GET /orders/:id/gift-receipt', {
  id: 'getGiftReceipt',
  tag,
  summary: 'Get the gift receipt of an order: no prices, and the link by which the recipient can exchange items',
  params: ByOrder,
  response: GiftReceipt,
  errors: { 404: ['order_not_found', 'no_gift'] },
});

export const replaceGiftLink = operation('POST /orders/:id/gift-link', {
  id: 'replaceGiftLink',
  tag,
  summary: 'Revoke the link of a gift, and get the gift receipt with a new one',
  params: ByOrder,
  response: GiftReceipt,
  errors: { 404: ['order_not_found', 'no_gift'] },
});

export const sendOrderLink = operation('POST /orders/:id/link', {
  id: 'sendOrderLink',
  tag,
  summary: 'Email a new link to a guest’s order, for an expired one. The response is always the same',
  params: ByOrder,
  status: 202,
  response: MessageResponse,
});

export const getConfirmationEmail = operation('GET /orders/:id/confirmation-email', {
  id: 'getConfirmationEmail',
  tag,
  summary: 'Get the confirmation email of your order, if one is sent',
  params: ByOrder,
  response: ConfirmationEmail,
  errors: { 404: ['order_not_found'] },
});

export const reorder = operation('POST /orders/:id/reorder', {
  id: 'reorder',
  tag,
  summary: 'Add the available items of a past order to the cart',
  params: ByOrder,
  response: Cart,
  errors: { 404: ['order_not_found'], 409: ['nothing_available'] },
});

export const trackOrder = operation('POST /track-order', {
  id: 'trackOrder',
  tag,
  summary: 'Track an order by order number and email address',
  body: OrderKey,
  response: TrackedOrder,
  errors: { 404: ['order_not_found'] },
});

export const cancelOrder = operation('POST /orders/:id/cancellation', {
  id: 'cancelOrder',
  tag,
  summary: 'Cancel an order that hasn’t shipped. Restocks the items and refunds the payment',
  params: ByOrder,
  idempotent: true,
  response: Order,
  errors: { 404: ['order_not_found'], 409: ['order_not_cancellable'] },
});

export const setOrderStatus = operation('PUT /orders/:id/status', {
  id: 'setOrderStatus',
  tag,
  summary: 'Set the order status',
  params: ByOrder,
  idempotent: true,
  body: StatusChange,
  response: Order,
  errors: {
    404: ['order_not_found'],
    409: ['order_status_conflict', 'no_stock', 'nothing_to_ship', 'discount_code_used_up', 'order_has_returns'],
  },
});
