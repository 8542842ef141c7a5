export const shippingMessages = {
  partiallyShipped: 'Partially shipped',
  shipments: 'Shipments',
  shipment: (number: number) => `Shipment ${number}`,
  shipmentOf: (number: number, count: number) => `Shipment ${number} of ${count}`,
  shippedOn: (day: string) => `Shipped on ${day}`,
  carrier: 'Carrier',
  contents: 'Items in this shipment',
  remaining: 'We’ll ship the remaining items separately.',
};
