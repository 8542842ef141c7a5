import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { CreatedResponse, Id } from '../common/schema.ts';
import {
  AdminReturn,
  AdminReturnQuery,
  ExchangeShipment,
  ReturnDecision,
  ReturnReasonQuery,
  ReturnReasonRow,
  ReturnReceipt,
  ReturnRefund,
  ReturnSummary,
} from './admin-schema.ts';

const tag = 'Admin: returns';

const ByReturn = z.object({ id: Id.describe('The return, not its order.') });

export const listReturns = operation('GET /admin/returns', {
  id: 'listReturns',
  tag,
  summary: 'List returns, newest first',
  query: AdminReturnQuery,
  response: z.array(ReturnSummary),
  headers: ['Link'],
});

export const getReturnReasons = operation('GET /admin/returns/reasons', {
  id: 'getReturnReasons',
  tag,
  summary: 'Report why items come back, by product and variant; the last 90 days by default',
  query: ReturnReasonQuery,
  response: z.array(ReturnReasonRow),
});

export const exportReturnReasons = operation('GET /admin/returns/reasons/export', {
  id: 'exportReturnReasons',
  tag,
  summary: 'Export why items come back as CSV',
  query: ReturnReasonQuery,
  produces: ['text/csv'],
});

export const getReturn = operation('GET /admin/returns/:id', {
  id: 'getReturn',
  tag,
  summary: 'Get a return, with what its refund is calculated from',
  params: ByReturn,
  response: AdminReturn,
  errors: { 404: ['return_not_found'] },
});

export const decideReturn = operation('POST /admin/returns/:id/decision', {
  id: 'decideReturn',
  tag,
  summary: 'Authorize a return, or decline it with a reason',
  params: ByReturn,
  idempotent: true,
  body: ReturnDecision,
  response: CreatedResponse,
  errors: { 404: ['return_not_found'], 409: ['account_changed', 'return_status_conflict'] },
});

export const receiveReturn = operation('POST /admin/returns/:id/receipt', {
  id: 'receiveReturn',
  tag,
  summary: 'Receive the units that came back, also of an expired return: restock or write off each',
  params: ByReturn,
  idempotent: true,
  body: ReturnReceipt,
  response: CreatedResponse,
  errors: {
    404: ['return_not_found'],
    409: ['account_changed', 'return_status_conflict', 'return_not_allowed', 'items_not_returnable'],
    422: ['too_many_units'],
  },
});

export const refundReturn = operation('POST /admin/returns/:id/refund', {
  id: 'refundReturn',
  tag,
  summary: 'Refund what was paid for the units received, or record that it was paid by other means',
  params: ByReturn,
  idempotent: true,
  body: ReturnRefund.nullish(),
  response: CreatedResponse,
  errors: {
    404: ['return_not_found'],
    409: ['account_changed', 'return_status_conflict', 'return_refunded', 'nothing_to_refund', 'refund_too_small'],
  },
});

export const shipExchange = operation('POST /admin/returns/:id/exchange', {
  id: 'shipExchange',
  tag,
  summary: 'Ship the exchange of a return',
  params: ByReturn,
  idempotent: true,
  body: ExchangeShipment,
  response: CreatedResponse,
  errors: {
    404: ['return_not_found'],
    409: ['account_changed', 'return_status_conflict', 'exchange_shipped', 'nothing_to_ship'],
  },
});

export const deliverExchange = operation('POST /admin/returns/:id/exchange/delivery', {
  id: 'deliverExchange',
  tag,
  summary: 'Mark the exchange of a return as delivered. Its units can then be returned',
  params: ByReturn,
  idempotent: true,
  response: CreatedResponse,
  errors: { 404: ['return_not_found'], 409: ['account_changed', 'exchange_not_shipped', 'exchange_delivered'] },
});
