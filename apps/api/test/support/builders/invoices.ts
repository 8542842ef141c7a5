import { InvoiceDocument, InvoiceList } from '@shop/contracts/invoices/schema';
import type { TestStore } from '#test/harness.ts';

type Customer = Pick<Awaited<ReturnType<TestStore['aShopper']>>, 'get'>;

/** The invoice and the credit notes of an order, as its customer lists and reads them. */
export const invoicesOf = async (customer: Customer, orderId: string) =>
  InvoiceList.parse((await customer.get(`/api/orders/${orderId}/invoices`)).json());
export const documentOf = async (customer: Customer, orderId: string, id = '') =>
  InvoiceDocument.parse((await customer.get(`/api/orders/${orderId}/invoices/${id}`)).json());
