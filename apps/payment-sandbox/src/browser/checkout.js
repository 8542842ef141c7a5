/**
 * The provider's script on the store's page: `new Razorpay(options).open()`. It shows an iframe of the provider's
 * origin over the page and exchanges messages with it; what the shopper types stays in the iframe. Served unbuilt.
 *
 * @import { Failed, FromWindow, Options, PaymentVerification } from './protocol.ts'
 */
{
  const script = document.currentScript;
  if (!(script instanceof HTMLScriptElement)) throw new Error('checkout.js must be loaded with a script element.');
  const provider = new URL(script.src).origin;

  // Styles are set by property, as the CSP of a store may forbid style attributes.
  const paymentFrame = () => {
    const frame = document.createElement('iframe');
    frame.src = `${provider}/v1/checkout/public?origin=${encodeURIComponent(location.origin)}`;
    frame.title = 'Payment';
    Object.assign(frame.style, { border: '0', width: '100%', height: '100%', display: 'block', colorScheme: 'light' });
    return frame;
  };

  /** @param {HTMLIFrameElement} frame */
  const coveringDialog = (frame) => {
    const dialog = document.createElement('dialog');
    dialog.setAttribute('aria-label', 'Payment');
    Object.assign(dialog.style, {
      position: 'fixed',
      inset: '0',
      width: '100%',
      height: '100%',
      maxWidth: 'none',
      maxHeight: 'none',
      margin: '0',
      padding: '0',
      border: '0',
      background: 'transparent',
      overflow: 'hidden',
    });
    dialog.append(frame);
    return dialog;
  };

  class Razorpay {
    /** @type {((failed: Failed) => void)[]} */
    #failureListeners = [];
    /** @type {HTMLDialogElement | undefined} */
    #dialog;
    #options;

    /** @param {Options} options */
    constructor(options) {
      if (!options?.key) throw new Error('No key passed');
      this.#options = options;
    }

    /**
     * @param {string} event
     * @param {(failed: Failed) => void} listener
     */
    on(event, listener) {
      if (event === 'payment.failed') this.#failureListeners.push(listener);
    }

    open() {
      if (this.#dialog) return;
      const frame = paymentFrame();
      const dialog = coveringDialog(frame);
      const escapes = this.#options.modal?.escape !== false;
      dialog.setAttribute('closedby', escapes ? 'closerequest' : 'none');

      /** @param {MessageEvent<FromWindow>} message */
      const handleMessage = ({ origin, source, data }) => {
        if (origin !== provider || source !== frame.contentWindow || this.#dialog !== dialog) return;
        if (data.type === 'ready')
          frame.contentWindow?.postMessage({ type: 'open', options: this.#windowOptions() }, provider);
        if (data.type === 'dismissed') this.#dismiss();
        if (data.type === 'failed') this.#fail(data.failed, data.retry);
        if (data.type === 'paid') this.#finish(data.verification);
      };
      window.addEventListener('message', handleMessage);
      dialog.addEventListener('cancel', (event) => {
        event.preventDefault();
        if (escapes) this.#dismiss();
      });
      const { timeout } = this.#options;
      const timer = timeout ? setTimeout(() => this.#dismiss(), timeout * 1_000) : undefined;
      dialog.addEventListener('close', () => {
        clearTimeout(timer);
        window.removeEventListener('message', handleMessage);
        dialog.remove();
      });

      this.#dialog = dialog;
      document.body.append(dialog);
      dialog.showModal();
    }

    /** Closing the dialog restores the focus. */
    close() {
      this.#dialog?.close();
      this.#dialog = undefined;
    }

    #dismiss() {
      this.close();
      this.#options.modal?.ondismiss?.();
    }

    /**
     * @param {Failed} failed
     * @param {boolean} retry
     */
    #fail(failed, retry) {
      for (const listener of this.#failureListeners) listener(failed);
      if (!retry) this.#dismiss();
    }

    /** @param {PaymentVerification} verification */
    #finish(verification) {
      this.close();
      this.#options.handler?.(verification);
    }

    /** The options without functions, which cannot be posted to the iframe. */
    #windowOptions() {
      const { handler: _, modal, ...options } = this.#options;
      return { ...options, modal: { escape: modal?.escape, backdropclose: modal?.backdropclose } };
    }
  }

  Object.assign(window, { Razorpay });
}
