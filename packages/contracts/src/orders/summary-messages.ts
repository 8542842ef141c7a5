/** Totals and refunds of an order, on its page and in emails. */
export const summaryMessages = {
  heading: 'Order summary',
  items: (count: number) => (count === 1 ? '1 item' : `${count} items`),
  shippingTo: (method: string, country: string) => `${method} to ${country}`,
  refundedOn: (day: string) => `Refunded ${day}`,
  refundInProgress: 'Refund in progress',
  paidAfterRefund: 'Paid after refund',
  refundedUnits: (count: number) => `${count} refunded`,
};
