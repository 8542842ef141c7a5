import { STORE_NAME } from '../common/constants.ts';
import type { PageText } from './admin-schema.ts';
import type { BuiltInSlug } from './constants.ts';
import { type ContentPath, contentPages } from './messages.ts';

export const privacyText = `# Privacy policy

Last updated: November 17, 2026

This policy explains what personal information {{storeName}} collects, why, and the choices you have. {{storeName}} is the controller. Contact us at [privacy@example.com](mailto:privacy@example.com).

## What we collect

- **Account details:** name, email address, phone number if you add it, and your password in protected (hashed) form.
- **Addresses** you save for delivery.
- **Orders:** what you bought, when, how it was paid for, its status and tracking number. Your full card, UPI or bank details go directly to the payment provider and never reach us. We keep only a payment reference.
- **Reviews** you post, shown with the name on your account.
- **Newsletter and back-in-stock alerts:** the email address you enter. We use it for the newsletter only after you confirm it, and for a back-in-stock alert only until we have sent the alert.
- **Preferences,** such as notification settings and your wishlist.
- **Technical information:** basic server logs, including IP address and browser type, kept for security.

## Cookies

We use cookies to keep you logged in, to recognize a browser you have logged in with before, and to remember your cart and the country you want deliveries to. The store needs them to work. Your cart, wishlist and discount code themselves are kept on our servers. We do not use advertising cookies. Clearing site data in your browser removes the cookies and logs you out.

Your browser keeps a list of the last 12 products you viewed, so that we can show them to you again. You can clear it below the list. We do not store it on our servers.

We count visits, product views, searches by their words, and views of sold-out products and sizes. We store only daily or monthly totals, without cookies and without anything that identifies you.

We measure how fast our pages load in a sample of visits, and our pages report errors to us. Neither uses cookies or anything that identifies you. We do not measure page loads if your browser sends Global Privacy Control or Do Not Track.

## Why we use it

- To take and deliver your orders and handle returns (contract).
- To notify you about changes to your order (contract).
- To prevent fraud and keep the service secure (legitimate interest).
- To keep tax and accounting records (legal obligation).
- To send news and offers, only if you opt in (consent).

Marketing email is off by default. You can change your choice at any time in [Account settings](/account/settings) or with the unsubscribe link in each email.

## Who receives it

- **Payment provider:** takes online payments, in {{chargeCurrency}}, and receives your name, email, phone number and the amount due.
- **Carriers:** receive your name, address and phone number to deliver your orders.
- **Hosting, email and monitoring providers:** process data on our instructions.
- **Authorities:** where the law requires it.

We do not sell personal information.

## International transfers

Our payment provider operates in India, and other providers may be outside your country. Where the law requires it, we rely on approved safeguards such as standard contractual clauses.

## How long we keep it

- Account and addresses: until you delete your account.
- Orders and invoices: as long as tax law requires. Invoices keep your name and address, even after you delete your account.
- Newsletter: we delete an unconfirmed address after 7 days.
- Support messages: 2 years after the last message.
- Notifications in your account: 180 days if you have read them, otherwise 365 days.
- Copies of emails we sent you: 180 days.
- Carts of guests: 90 days after the last change.
- Email and postal address of a guest who did not order: 30 days.
- Messages of the payment provider about your payments: 90 days.
- Logins and failed logins: 90 days.
- Server logs: up to 90 days.

## Your rights

Depending on where you live, you may ask to see, correct, export or delete your information, to limit or object to its use, and to withdraw consent. Email [privacy@example.com](mailto:privacy@example.com). We answer within 30 days and may first ask you to confirm your identity. You may also complain to your data protection authority.

## Security

Traffic is encrypted, passwords are hashed, and access by staff is limited to those who need it. No system is perfect. If a breach affects you, we will tell you promptly.

## Children

The store is not directed at children under 16, and we do not knowingly collect their information.

## Changes

We will post updates here and tell account holders about important ones.`;

const termsText = `# Terms of service

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

const shippingText = `# Shipping and returns

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

const faqText = `# Frequently asked questions

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

const aboutText = `# About {{storeName}}

{{storeName}} is an online store for people who notice light. We sell jewelry, evening wear, clothing, accessories and home decor, all made with, set with or cut from crystal.

## How we choose

Our collection is small on purpose. Before we sell anything, we wear it, wash it, drop it on a carpet, hang it in a window and live with it for two weeks. We ask three questions:

- Does it look right in ordinary daylight, as well as under a spotlight?
- Is it made so that a stone, a link or a hem can be repaired?
- Would we be happy to receive it ourselves?

If any answer is no, we don’t sell it.

## The brands we work with

- **Aurora Facet**, Porto. Clean settings and soft color, from rings to gowns.
- **Lumière Atelier**, France. A small workshop in the couture tradition, where every stone is set or sewn by hand.
- **Nocturne**, Milan. Evening wear and jewelry designed around black, silver and low light.
- **Stella Vitrine**, Barcelona. First jewelry, good gifts and weekday sparkle.
- **Geode House**. Natural quartz and amethyst, cut as little as possible.
- **Prisma & Co.**, Bohemia. Lead-free crystal glass, cut on traditional wheels.

## What we mean by crystal

The word covers several materials, so each product page says exactly which one you are buying:

- **Crystal** on jewelry and clothing means precision-cut crystal glass.
- **Crystal glass** on vases, decanters and coupes is always lead-free.
- **Quartz, amethyst and rose quartz** are natural stones, so no two are exactly alike.

We sell crystals because they’re beautiful. We don’t claim that they do anything more than that.

## Packaging

Every order ships in a recycled cardboard box with paper padding. Jewelry arrives in its own case, gowns in a garment bag you can keep, and glass in molded pulp. Gift-ready presentation is standard, and prices are never printed on the packing slip.

## Say hello

We welcome questions, ideas and photos. Visit our [contact page](/contact) or email [support@example.com](mailto:support@example.com).`;

const builtIn = (path: ContentPath, body: string): PageText => {
  const { title, description } = contentPages[path];
  return { title, description: description(STORE_NAME), body };
};

/** What a store shows until its owner publishes another text. */
export const BUILT_IN_PAGES: Record<BuiltInSlug, PageText> = {
  about: builtIn('/about', aboutText),
  faq: builtIn('/faq', faqText),
  shipping: builtIn('/shipping', shippingText),
  terms: builtIn('/terms', termsText),
  privacy: builtIn('/privacy', privacyText),
};
