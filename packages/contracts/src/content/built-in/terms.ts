export const termsText = `# Terms of service

Last updated: November 14, 2026

These terms apply when you use the {{storeName}} website or buy from us. "We" and "us" mean {{storeName}}. By placing an order you accept these terms.

## 1. Your account

You must be at least 18 years old, or have the permission of a parent or guardian, to open an account. Keep your password private and your details accurate. You are responsible for activity under your account until you tell us that it has been misused. We may suspend an account that is used fraudulently or to harm others.

## 2. Products

We describe and photograph products as carefully as we can. Colors differ between screens, and natural stones differ from one another in tone, size and inclusions. Dimensions and weights are approximate. Crystals and stones are sold as ornament only.

## 3. Prices, tax and shipping

Prices are shown in US dollars. At checkout we add tax of {{taxRate}} of the subtotal and the shipping you choose ({{standardShipping}} Standard or {{expressShipping}} Express).{{#freeShippingOver}} Standard shipping is free when your subtotal is {{freeShippingOver}} or more.{{/freeShippingOver}} Discounts are deducted from the total. The total shown before you confirm is the total of your order. If we find an obvious pricing error, we will contact you before we ship your order and you may cancel for a full refund.

## 4. Payment

You may pay by card, UPI, wallet, net banking or cash on delivery. **Online payments are processed by our payment provider in {{chargeCurrency}}.** The charge appears in {{chargeCurrencyCode}} in the payment window and on your statement. You approve the amount shown in the payment window. Your bank may convert that amount into your own currency and charge a fee, and we have no control over either. We do not store full card details.

## 5. Your order

Your order is an offer to buy. We accept it when we ship the items. If we cannot supply an item we will tell you and refund what you paid for it.

## 6. Cancelling

You may cancel an order while its status is pending or processing, using the cancel option on the order page. After your order ships, the return policy on our [Shipping and returns](/shipping) page applies. Consumers in some countries have further cancellation rights by law, and nothing here takes them away.

## 7. Discount codes

Codes have no cash value, cannot be combined and may be withdrawn at any time. The discount is a percentage of the order subtotal.

## 8. Delivery and risk

Delivery times are estimates. Risk passes to you on delivery. Ownership passes when we have received full payment.

## 9. Reviews and content you post

Reviews must be honest, lawful and your own. By posting one you allow us to display it on our site and in our marketing. We may remove content that is abusive, misleading or unrelated to the product.

## 10. Intellectual property

The text, photographs, logos and design of this site belong to us or to the brands we work with. Please ask before you reuse them.

## 11. Our liability

We are responsible for loss that is a foreseeable result of our breaking these terms. We are not responsible for business losses or for events outside our reasonable control. We do not exclude liability where the law does not allow it.

## 12. Governing law and disputes

These terms are governed by the laws of the country in which {{storeName}} is registered. Please contact us first, since most problems can be resolved quickly. If not, disputes go to the courts of that country, unless the law of your home country gives you another choice.

## 13. Changes

We may update these terms. The version published when you place an order applies to that order.

## 14. Contact

{{storeName}}. Email: [support@example.com](mailto:support@example.com).`;
