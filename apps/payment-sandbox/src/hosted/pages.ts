/** The pages of the hosted checkout. They work without scripts. */
import { minimumAmount, type Order } from '../entities.ts';
import type { HostedCheckout } from './checkout.ts';

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escapeHtml = (text: string) => text.replaceAll(/[&<>"']/g, (character) => ENTITIES[character] ?? '');

/** Card fields, a button that fails and a link back. `problem`: why the card was not accepted. */
export function checkoutPage(checkout: HostedCheckout, order: Order, problem = '') {
  const amount = money(order);
  const fields = hiddenFields(checkout);
  const payer = [checkout['prefill[email]'], checkout['prefill[contact]']].filter(Boolean).join(', ');
  return page(
    `Pay ${checkout.name}`,
    `<header>
      <div>
        <h1 id="shop">${escapeHtml(checkout.name)}</h1>
        <p id="description">${escapeHtml(checkout.description)}</p>
      </div>
      <p id="amount">${amount}</p>
    </header>
    <p class="sandbox">Payment sandbox: no money moves.<br>${escapeHtml(payer)}</p>
    <p id="problem" role="alert">${escapeHtml(problem)}</p>
    <form method="post" action="/v1/checkout/embedded/payments" aria-label="Pay by card">
      ${fields}
      <label for="number">Card number</label>
      <input id="number" name="number" required inputmode="numeric" autocomplete="cc-number" maxlength="23"
        pattern="[0-9 ]{12,23}" title="The digits on the front of the card" aria-describedby="cards">
      <div class="pair">
        <div>
          <label for="expiry">Expiry (MM/YY)</label>
          <input id="expiry" name="expiry" required inputmode="numeric" autocomplete="cc-exp" maxlength="7"
            pattern="(0[1-9]|1[0-2]) ?/ ?[0-9]{2}" title="Month and year, like 12/29">
        </div>
        <div>
          <label for="cvv">CVV</label>
          <input id="cvv" name="cvv" required inputmode="numeric" autocomplete="cc-csc" maxlength="4"
            pattern="[0-9]{3,4}" title="Three or four digits">
        </div>
      </div>
      <label for="card_name">Name on card</label>
      <input id="card_name" name="card_name" required autocomplete="cc-name" maxlength="100"
        value="${escapeHtml(checkout['prefill[name]'])}">
      <p id="cards" class="hint">Pays: 4100 2800 0000 1007<br>Declined: 4100 2800 0006 0003<br>Any date to come, any CVV</p>
      <button type="submit">Pay ${amount}</button>
    </form>
    <form method="post" action="/v1/checkout/embedded/payments" aria-label="Other outcomes">
      ${fields}
      <button type="submit" name="outcome" value="failure" class="quiet">Fail this payment</button>
      <a href="${escapeHtml(checkout.cancel_url)}">Cancel and return to the store</a>
    </form>`,
  );
}

/** Sends the result to the store: by itself with scripts, by its button without. */
export const returnPage = (checkout: HostedCheckout, heading: string, result: Record<string, string>) =>
  page(
    heading,
    `<form method="post" action="${escapeHtml(checkout.callback_url)}">
      <h1>${escapeHtml(heading)}</h1>
      <p class="hint">${escapeHtml(result['error[description]'] ?? '')}</p>
      ${hiddenFields(result)}
      <button type="submit">Continue to the store</button>
    </form>
    <script src="/v1/checkout/return.js"></script>`,
  );

export const errorPage = (message: string) =>
  page(
    'Payment',
    `<h1 class="unseen">Payment</h1><p id="problem" role="alert">${escapeHtml(message)}</p><p class="hint"></p>`,
  );

const page = (title: string, content: string) => `<!doctype html>
<html lang="en">
<head>
  <meta charset="utf-8">
  <meta name="viewport" content="width=device-width, initial-scale=1">
  <title>${escapeHtml(title)}</title>
  <link rel="stylesheet" href="/v1/checkout/window.css">
</head>
<body class="hosted">
  <main>
    ${content}
  </main>
</body>
</html>
`;

const hiddenFields = (fields: Record<string, unknown>) =>
  Object.entries(fields)
    .map(([name, value]) => `<input type="hidden" name="${escapeHtml(name)}" value="${escapeHtml(String(value))}">`)
    .join('\n      ');

function money({ amount, currency }: Order) {
  const unit = minimumAmount(currency);
  const digits = Math.round(Math.log10(unit));
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency, ...shown }).format(amount / unit);
}
