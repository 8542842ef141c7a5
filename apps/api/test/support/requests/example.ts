import { randomUUID } from 'node:crypto';
import type { LightMyRequestResponse } from 'fastify';
import type { MarkedCustomer, StoreWithPayments } from '#test/builders/marked-customer.ts';

type Call = () => Promise<LightMyRequestResponse>;
/** Prepares the data of the route, and returns a function that sends the request. */
export type Example = (customer: MarkedCustomer, shop: StoreWithPayments) => Promise<Call>;

export const keyed = () => ({ 'idempotency-key': randomUUID() });
