import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { CreatedResponse, Id } from '../common/schema.ts';
import {
  AdminOrder,
  AdminOrderQuery,
  LinkRevocation,
  NewOrderBatch,
  NewOrderNote,
  OrderBatch,
  OrderFilter,
  OrderImport,
  OrderImportResult,
  OrderSummary,
  PartialRefund,
} from './admin-schema.ts';
import { PackingOrder, PackingQuery } from './packing-schema.ts';
import { ByOrder } from './params.ts';
import { AtRiskOrder, AtRiskQuery } from './promise-schema.ts';
import { NewShipment, ShipmentEdit } from './shipment-schema.ts';

const tag = 'Admin: orders';

const ByBatch = z.object({ id: Id.describe('The bulk update, as the response that started it names it.') });

export const listAllOrders = operation('GET /admin/orders', {
  id: 'listAllOrders',
  tag,
  summary: 'List all orders, newest first unless sorted otherwise',
  query: AdminOrderQuery,
  response: z.array(OrderSummary),
  headers: ['Link'],
  errors: { 422: ['search_too_broad', 'sort_too_broad'] },
});

export const exportOrders = operation('GET /admin/orders/export', {
  id: 'exportOrders',
  tag,
  summary: 'Export filtered orders as CSV',
  query: OrderFilter,
  produces: ['text/csv'],
  errors: { 422: ['search_too_broad'] },
});

export const getAdminOrder = operation('GET /admin/orders/:id', {
  id: 'getAdminOrder',
  tag,
  summary: 'Get an order with its timeline, payments, notes and emails',
  params: ByOrder,
  response: AdminOrder,
  errors: { 404: ['order_not_found'] },
});

export const addOrderNote = operation('POST /admin/orders/:id/notes', {
  id: 'addOrderNote',
  tag,
  summary: 'Add an internal note to an order',
  params: ByOrder,
  idempotent: true,
  body: NewOrderNote,
  response: CreatedResponse,
  errors: { 404: ['order_not_found'], 409: ['account_changed'] },
});

export const refundOrder = operation('POST /admin/orders/:id/refunds', {
  id: 'refundOrder',
  tag,
  summary: 'Refund units, shipping or an amount, up to the remaining amount',
  params: ByOrder,
  idempotent: true,
  body: PartialRefund,
  response: CreatedResponse,
  errors: {
    404: ['order_not_found'],
    409: [
      'account_changed',
      'nothing_to_refund',
      'refund_too_large',
      'refund_too_small',
      'refund_cancels_order',
      'units_not_refundable',
    ],
    422: ['amount_too_fine', 'refund_is_empty'],
  },
});

export const resendOrderEmail = operation('POST /admin/orders/:id/emails/:emailId/copies', {
  id: 'resendOrderEmail',
  tag,
  summary: 'Resend an order email',
  params: ByOrder.extend({ emailId: Id.describe('One of the `emails` of the order.') }),
  idempotent: true,
  response: CreatedResponse,
  errors: { 404: ['order_not_found'], 409: ['account_changed', 'email_not_resendable'] },
});

export const revokeOrderLinks = operation('POST /admin/orders/:id/link-revocations', {
  id: 'revokeOrderLinks',
  tag,
  summary: 'Revoke all links of an order that were sent so far: those of its guest, or those of its gift',
  params: ByOrder,
  idempotent: true,
  body: LinkRevocation,
  response: CreatedResponse,
  errors: { 404: ['order_not_found'] },
});

export const createOrderBatch = operation('POST /admin/order-batches', {
  id: 'createOrderBatch',
  tag,
  summary: 'Update the status of several orders in the background',
  idempotent: true,
  body: NewOrderBatch,
  response: CreatedResponse,
  errors: { 422: ['dry_run_too_large'] },
});

export const getOrderBatch = operation('GET /admin/order-batches/:id', {
  id: 'getOrderBatch',
  tag,
  summary: 'Get the progress of a bulk update',
  params: ByBatch,
  response: OrderBatch,
  errors: { 404: ['batch_not_found'] },
});

export const stopOrderBatch = operation('POST /admin/order-batches/:id/stop', {
  id: 'stopOrderBatch',
  tag,
  summary: 'Stop a bulk update after the current order',
  params: ByBatch,
  idempotent: 'optional',
  response: OrderBatch,
  errors: { 404: ['batch_not_found'] },
});

export const importOrderStatuses = operation('POST /admin/order-imports', {
  id: 'importOrderStatuses',
  tag,
  summary: 'Import order statuses from CSV: dry run first, then apply as one bulk update',
  idempotent: true,
  body: OrderImport,
  response: OrderImportResult,
  errors: { 422: ['dry_run_too_large'] },
});

export const listOrdersAtRisk = operation('GET /admin/orders/at-risk', {
  id: 'listOrdersAtRisk',
  tag,
  summary: 'List open orders that are late or about to break their delivery promise, worst first',
  query: AtRiskQuery,
  response: z.array(AtRiskOrder),
  headers: ['Link'],
});

export const listPackingOrders = operation('GET /admin/orders/packing', {
  id: 'listPackingOrders',
  tag,
  summary: 'List what packing slips and pick lists of up to 50 orders need, in the order of the ids',
  query: PackingQuery,
  response: z.array(PackingOrder),
});

export const createShipment = operation('POST /admin/orders/:id/shipments', {
  id: 'createShipment',
  tag,
  summary: 'Ship units of an order. The last ones set its status to shipped',
  params: ByOrder,
  idempotent: true,
  body: NewShipment,
  response: CreatedResponse,
  errors: { 404: ['order_not_found'], 409: ['shipment_not_allowed', 'units_not_left'] },
});

export const editShipment = operation('PUT /admin/orders/:id/shipments/:shipmentId', {
  id: 'editShipment',
  tag,
  summary: 'Correct carrier and tracking of a shipment. Sends no email',
  params: ByOrder.extend({
    shipmentId: Id.describe('One of the `shipments` of the order.'),
  }),
  idempotent: true,
  body: ShipmentEdit,
  response: CreatedResponse,
  errors: { 404: ['order_not_found', 'shipment_not_found'] },
});
