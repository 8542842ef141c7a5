export const faqText = `# Frequently asked questions

## Orders

### Do I need an account to order?

You can browse, search, read reviews and fill a cart without one, and [track an order](/track-order) with its number and your email address. You can check out as a guest with your email address: the email about your order has a link to follow, cancel or return it. To save a wishlist or see your order history, you need to log in. [Creating an account](/register) takes a name, an email address and a password of at least 6 characters.

### How do I know my order went through?

After you place your order, you see "Order Placed Successfully!" with your order ID. Your order also appears in [Your orders](/orders). Its order number is the last 8 characters of the order ID.

### Can I cancel an order?

Yes, while its status is **pending** or **processing**. Open the order and select **Cancel order**. Once it’s **shipped** it can no longer be cancelled, but you can return it after delivery.

### Can I change the address or the items after ordering?

Not directly. If the order is still pending or processing, cancel it and place a new one with the right details. You can also [contact support](/support), and we’ll do what we can before it ships.

## Payment and currency

### Which payment methods do you accept?

Card, UPI, wallet, net banking and cash on delivery. You choose one at checkout.

{{#foreignCurrency}}

### Why is my payment in {{foreignCurrency}} when prices are in US dollars?

Prices, tax and totals on our site are shown in US dollars. Our payment provider takes online payments in {{chargeCurrency}}, so **the charge appears in {{chargeCurrencyCode}}** in the payment window and on your statement. The amount in the payment window is the amount you approve, so please check it before you confirm. If your account is held in another currency, your bank converts the charge at its own rate and may add a foreign transaction fee. We neither set nor receive that fee.

{{/foreignCurrency}}

### How is my total calculated?

Subtotal, plus {{taxRate}} tax on the subtotal, plus shipping ({{standardShipping}} Standard or {{expressShipping}} Express), minus any discount.{{#freeShippingOver}} Standard shipping is free when your subtotal is {{freeShippingOver}} or more.{{/freeShippingOver}} Your [cart](/cart) shows every amount before you check out.

### How do discount codes work?

Enter the code in the order summary of your [cart](/cart). Codes aren’t case-sensitive. The discount is a percentage of the subtotal, and one code applies per order. If you clear your cart, the code is removed too.

## Shipping and delivery

### Where do you ship, and what does it cost?

To the United States, Canada, the United Kingdom, Australia and India. Shipping is {{standardShipping}} (Standard) or {{expressShipping}} (Express) per order, whatever its size.{{#freeShippingOver}} Standard shipping is free when your subtotal is {{freeShippingOver}} or more.{{/freeShippingOver}}

### How long will delivery take?

Orders ship within 1 to 2 business days. Delivery then takes 3 to 5 business days in the United States and 5 to 12 elsewhere. The full list is on the [shipping page](/shipping).

### How do I track my order?

When your order ships, you get a notification, and a tracking number (TRK followed by 8 digits) appears on the order page.

## Returns and repairs

{{#returnDays}}
### What is your return policy?

You have {{returnDays}} from delivery to return anything unworn and unused in its original packaging. Pierced earrings can be returned only if the seal on the card is unbroken. See [Returns](/shipping#returns) for the steps.
{{/returnDays}}

### When will I receive my refund?

We issue it within 3 business days of checking the return, to your original payment method, in the currency you were charged in. Your bank may take another 5 to 7 business days. If it converts currencies, the amount you see can differ slightly from the original charge.

### A stone has come loose. Can you repair it?

Yes. Within 12 months of delivery, we repair or replace loose stones free of charge, unless the item has been altered or accidentally damaged. After that, we can usually repair it at cost.

## Products and sizing

### How do I choose a size?

Rings and garments list their sizes on the product page. If your size is out of stock, select it and choose **Notify me** to get an email when it’s back. The specifications tell you how an item fits and whether a jeweler can resize a ring. Scarves, robes and capes come in one size.

### Are your crystals natural stones?

Some are. Products described as quartz, amethyst or rose quartz are natural. Other products use precision-cut crystal glass, and all our glassware is lead-free. The Crystal or Material line under Specifications always tells you which.`;
