/**
 * The provider's payment window. It only accepts messages of the page that opened it.
 *
 * @import { Failed, FromWindow, Options, PaymentVerification, ToWindow } from './protocol.ts'
 */
const opener = new URLSearchParams(location.search).get('origin') ?? '';

const main = find('main', HTMLElement);
const form = find('#pay', HTMLFormElement);
const submit = find('#submit', HTMLButtonElement);
const problem = find('#problem', HTMLElement);
const atBank = find('#at-bank', HTMLElement);

window.addEventListener('message', (/** @type {MessageEvent<ToWindow>} */ { origin, source, data }) => {
  if (origin === opener && source === window.parent && data.type === 'open') void open(data.options);
});
postToOpener({ type: 'ready' });

/** @param {Options} options */
async function open(options) {
  const { key, order_id, amount, currency, name = '', description = '', prefill = {}, notes, modal } = options;
  find('#shop', HTMLElement).textContent = name;
  find('#description', HTMLElement).textContent = description;
  find('#payer', HTMLElement).textContent = [prefill.email, prefill.contact].filter(Boolean).join(', ');
  find('#name', HTMLInputElement).value = prefill.name ?? '';
  paint(options.theme?.color);
  offerMethods(options);

  const dismiss = () => postToOpener({ type: 'dismissed' });
  find('#close', HTMLElement).addEventListener('click', dismiss);
  if (modal?.escape !== false) document.addEventListener('keydown', ({ key }) => key === 'Escape' && dismiss());
  if (modal?.backdropclose)
    document.addEventListener('click', ({ target }) => target instanceof Node && !main.contains(target) && dismiss());

  const requested = { key_id: key, order_id, amount, currency };
  const about = { description, email: prefill.email, contact: prefill.contact, notes };
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void completePayment(
      call('/v1/payments/create/ajax', { ...requested, ...about, instrument: instrument() }),
      options,
    );
  });

  const given = Object.entries(requested).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const { order, error } = await call(`/v1/preferences?${new URLSearchParams(given)}`);
  if (order) {
    find('#amount', HTMLElement).textContent = money(order);
    submit.textContent = `Pay ${money(order)}`;
  }
  form.hidden = !order;
  main.hidden = false;
  showError(error);
  find('#shop', HTMLElement).focus();
}

/**
 * @param {Promise<ApiResponse>} pending
 * @param {Options} options
 */
async function completePayment(pending, options) {
  problem.textContent = '';
  setBusy(true);
  const { error, payment_id, verification } = await pending;
  setBusy(false);
  if (verification) return postToOpener({ type: 'paid', verification });
  if (payment_id) return showBank(payment_id, options);

  showForm();
  showError(error);
  if (error?.metadata?.payment_id)
    postToOpener({ type: 'failed', failed: { error }, retry: options.retry?.enabled !== false });
}

/**
 * @param {string} paymentId
 * @param {Options} options
 */
function showBank(paymentId, options) {
  const heading = find('#bank-name', HTMLElement);
  heading.textContent = find(`fieldset:not([disabled]) select`, HTMLSelectElement).selectedOptions[0]?.text ?? '';
  for (const [selector, success] of /** @type {const} */ ([
    ['#succeed', true],
    ['#decline', false],
  ]))
    find(selector, HTMLButtonElement).onclick = () =>
      void completePayment(call(`/v1/payments/${paymentId}/authenticate`, { key_id: options.key, success }), options);
  form.hidden = true;
  atBank.hidden = false;
  heading.focus();
}

function showForm() {
  form.hidden = false;
  atBank.hidden = true;
}

/** @param {Failed['error'] | undefined} error */
function showError(error) {
  problem.textContent = error?.description ?? '';
  if (error) problem.scrollIntoView({ block: 'nearest' });
}

/** @param {boolean} busy */
function setBusy(busy) {
  for (const button of main.querySelectorAll('button:not(#close)')) button.toggleAttribute('disabled', busy);
  main.setAttribute('aria-busy', String(busy));
}

/** @param {Options} options */
function offerMethods({ method: offered = {}, prefill = {} }) {
  const radios = [...form.querySelectorAll('input')].filter((input) => input.name === 'method');
  const possible = radios.filter((radio) => offered[radio.value] !== false);
  for (const radio of radios) radio.closest('label')?.toggleAttribute('hidden', !possible.includes(radio));
  const chosen = possible.find((radio) => radio.value === prefill.method) ?? possible[0];
  if (chosen) chosen.checked = true;

  const show = () => {
    const method = new FormData(form).get('method');
    for (const fields of form.querySelectorAll('fieldset[data-method]')) {
      const isChosen = fields.getAttribute('data-method') === method;
      fields.toggleAttribute('hidden', !isChosen);
      // Disabled fields are neither validated nor submitted.
      fields.toggleAttribute('disabled', !isChosen);
    }
  };
  form.addEventListener('change', show);
  show();
}

function instrument() {
  const { method, ...fields } = Object.fromEntries(new FormData(form));
  return method === 'card' ? { method, card: fields } : { method, ...fields };
}

/**
 * @typedef {object} ApiResponse
 * @property {Failed['error']} [error]
 * @property {{ amount: number, currency: string }} [order]
 * @property {string} [payment_id]
 * @property {PaymentVerification} [verification]
 *
 * @param {string} path
 * @param {object} [body]
 * @returns {Promise<ApiResponse>}
 */
async function call(path, body) {
  const headers = { 'content-type': 'application/json' };
  const request = body ? { method: 'POST', headers, body: JSON.stringify(body) } : {};
  try {
    const response = await fetch(path, request);
    return await response.json();
  } catch {
    const description = 'The payment provider cannot be reached. Please try again.';
    return { error: { code: 'SERVER_ERROR', description, source: 'NA', step: 'NA', reason: 'NA', metadata: {} } };
  }
}

// Decimals by ISO 4217, which differ from those of `Intl`.
const NO_DECIMALS = 'BIF CLP DJF GNF ISK JPY KMF KRW PYG RWF UGX VND VUV XAF XOF XPF';
const THREE_DECIMALS = 'BHD IQD JOD KWD LYD OMR TND';

/** @param {{ amount: number, currency: string }} order */
function money({ amount, currency }) {
  const digits = NO_DECIMALS.includes(currency) ? 0 : THREE_DECIMALS.includes(currency) ? 3 : 2;
  const shown = { minimumFractionDigits: digits, maximumFractionDigits: digits };
  return new Intl.NumberFormat('en-IN', { style: 'currency', currency, ...shown }).format(amount / 10 ** digits);
}

/**
 * Applies the store's color, with the text color of better contrast.
 *
 * @param {string | undefined} color
 */
function paint(color) {
  if (!color || !/^#[0-9a-f]{6}$/i.test(color)) return;
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(color.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  const isLight = 0.2126 * red + 0.7152 * green + 0.0722 * blue > 0.2;
  document.documentElement.style.setProperty('--accent', color);
  document.documentElement.style.setProperty('--on-accent', isLight ? '#241b2b' : '#fffdfb');
}

/** @param {FromWindow} message */
function postToOpener(message) {
  window.parent.postMessage(message, opener);
}

/**
 * @template {Element} T
 * @param {string} selector
 * @param {new () => T} type
 * @returns {T}
 */
function find(selector, type) {
  const element = document.querySelector(selector);
  if (element instanceof type) return element;
  throw new Error(`${selector} is missing.`);
}
