import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  DiscountCode,
  DiscountCodeQuery,
  DiscountCodeSwitch,
  DiscountCodeTerms,
  NewDiscountCode,
} from './admin-schema.ts';

const tag = 'Admin: discount codes';

const ByDiscountCode = z.object({
  id: Id.describe('The `id` of the discount code, not the `code` that shoppers enter.'),
});

export const listDiscountCodes = operation('GET /admin/discount-codes', {
  id: 'listDiscountCodes',
  tag,
  summary: 'List discount codes, newest first by default',
  query: DiscountCodeQuery,
  response: z.array(DiscountCode),
  headers: ['Link'],
});

export const getDiscountCode = operation('GET /admin/discount-codes/:id', {
  id: 'getDiscountCode',
  tag,
  summary: 'Get a discount code',
  params: ByDiscountCode,
  response: DiscountCode,
  errors: { 404: ['discount_code_not_found'] },
});

export const createDiscountCode = operation('POST /admin/discount-codes', {
  id: 'createDiscountCode',
  tag,
  summary: 'Create a discount code. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: NewDiscountCode,
  status: 201,
  response: DiscountCode,
  errors: { 409: ['code_taken'] },
});

export const updateDiscountCode = operation('PUT /admin/discount-codes/:id', {
  id: 'updateDiscountCode',
  tag,
  summary: 'Update a discount code. Existing orders keep their discount',
  params: ByDiscountCode,
  body: DiscountCodeTerms,
  response: DiscountCode,
  errors: { 404: ['discount_code_not_found'], 409: ['limit_below_used'] },
});

export const setDiscountCodeActive = operation('PUT /admin/discount-codes/:id/active', {
  id: 'setDiscountCodeActive',
  tag,
  summary: 'Activate or deactivate a discount code',
  params: ByDiscountCode,
  body: DiscountCodeSwitch,
  response: DiscountCode,
  errors: { 404: ['discount_code_not_found'] },
});
