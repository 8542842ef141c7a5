import { minor } from '@shop/contracts/common/money';
import type { Order } from '@shop/contracts/orders/schema';

const id = '01890000-0000-7000-8000-000000000000';
export const tiara = {
  id,
  productId: id,
  variantId: id,
  slug: 'tiara',
  sku: 'TIARA',
  name: 'Tiara',
  options: { Size: 'M', Tone: 'Gold' },
  price: 279,
  quantity: 2,
  shipped: 0,
  refunded: 0,
  image: null,
};
/** Delivered, paid by card. */
export const anOrder: Order = {
  id,
  number: '00000000',
  userId: id,
  items: [tiara],
  status: 'delivered',
  shippingAddress: { name: 'Ada', line1: '1 Main Street', city: 'x', state: 'x', postalCode: '1', country: 'India' },
  shippingMethod: 'standard',
  paymentMethod: 'card',
  paymentStatus: 'paid',
  subtotal: 558,
  tax: 44.64,
  shipping: 9.99,
  discount: 55.8,
  total: 556.83,
  discountCode: 'CRYSTAL10',
  terms: null,
  charge: { amount: minor(55_683), currency: 'INR' },
  refunds: [],
  trackingNumber: null,
  promise: null,
  shipments: [],
  reachedAt: {},
  createdAt: '2026-11-01T12:00:00.000Z',
  updatedAt: '2026-11-01T12:00:00.000Z',
};
