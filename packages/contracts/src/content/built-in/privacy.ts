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
