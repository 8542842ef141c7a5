export const shippingText = `# Shipping and returns

## Cost

Shipping costs **{{standardShipping}} (Standard)** or **{{expressShipping}} (Express)** per order, to every country we serve.{{#freeShippingOver}} Standard shipping is free when your subtotal is {{freeShippingOver}} or more.{{/freeShippingOver}} Prices, tax and shipping are shown in US dollars. Online payments are charged in {{chargeCurrency}}{{#foreignCurrency}}, as explained under [Payment and currency](/faq#payment-and-currency){{/foreignCurrency}}.

## Where we ship and how long it takes

Orders ship within 1 to 2 business days. Estimated delivery after your order ships:

- **United States:** 3 to 5 business days
- **Canada:** 5 to 8 business days
- **United Kingdom:** 5 to 9 business days
- **Australia:** 7 to 12 business days
- **India:** 7 to 12 business days

These are estimates. Weather, customs and public holidays can add a few days.

## Order status

- **Pending:** we have received your order.
- **Processing:** we are checking and packing it.
- **Shipped:** it’s with the carrier, and your tracking number (TRK followed by 8 digits) is on the order page.
- **Delivered:** it has arrived.
- **Cancelled:** it was cancelled before it shipped.

You get a notification each time the status changes. You can cancel from the order page while an order is pending or processing.

## Large and fragile items

Large items may ship in more than one box, and the boxes can arrive on different days. Glass and stone are packed in molded pulp. Please open your packages within 48 hours and keep the packaging until you’ve checked everything.

## Duties and import taxes

The {{taxRate}} tax at checkout is calculated on the order subtotal. It does not include duties or import taxes that your country may collect on arrival. If the carrier asks for these, the recipient pays them.

## Cash on delivery

If you choose cash on delivery, no online charge is made. Please have the order total ready for the carrier, who may not be able to give change. If you refuse two cash on delivery packages, we may ask you to pay online for later orders.

## Damaged or incorrect items

Email [support@example.com](mailto:support@example.com) within 7 days of delivery with your order number and photos. We’ll send a replacement or refund you in full, including shipping, and pay for the return.

{{#returnDays}}
## Returns

You may return most items within **{{returnDays}} of delivery**.

1. Open the order in [your orders](/orders) and select **Return or exchange**. Choose the items, and another size or a refund. We’ll email you the address.
2. Pack the items unworn and unused, with their cases, tags and garment bags.
3. Send them with a tracked service within 7 days of our email. You pay for return shipping, unless the item is faulty.

We cannot accept returns of pierced earrings with a broken seal, clothing or gowns that have been worn or altered, or resized rings. You can return sale items in the same way as full-price items. None of this limits your statutory rights.
{{/returnDays}}

## Refunds

We issue refunds within 3 business days of checking your return, to your original payment method, **in the currency you were charged in**. We refund cash on delivery orders by bank transfer. The price of the items and the tax paid on them, less any discount used, are refunded; the original shipping is refunded only when an item is faulty, or when the order was cancelled before it shipped. Banks usually take another 5 to 7 business days, and your bank’s currency conversion may change the final amount slightly.`;
