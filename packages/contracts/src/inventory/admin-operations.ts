import { operation } from '../common/operation.ts';
import { StockChange, StockChanged } from './admin-schema.ts';

export const adjustStock = operation('POST /admin/stock', {
  id: 'adjustStock',
  tag: 'Admin: products',
  summary: 'Adjust the stock of a variant, with a reason',
  idempotent: true,
  body: StockChange,
  response: StockChanged,
  errors: { 404: ['variant_not_found'], 409: ['insufficient_stock'] },
});
