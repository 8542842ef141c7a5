/** Texts of the order list that the order page does not have. */
export const orderListMessages = {
  items: 'Items',
  /** Follows the number of units. */
  unitWord: (units: number) => (units === 1 ? 'unit' : 'units'),
  customerId: 'Customer ID',
  customerIdOf: (id: string) => `Customer ID ${id}`,
  shipping: 'Shipping',
  anyShipping: 'Any shipping method',
  shippingMethods: { standard: 'Standard', express: 'Express' },
  fulfillment: 'Fulfillment',
  anyFulfillment: 'Fulfilled and unfulfilled',
  fulfillments: { unfulfilled: 'Unfulfilled' },
  sorts: {
    '-date': 'Newest first',
    date: 'Oldest first',
    '-total': 'Highest total first',
    total: 'Lowest total first',
  },
  packingSlips: 'Print packing slips',
  pickList: 'Pick list',
};
