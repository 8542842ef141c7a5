import { type MailWords, mailTexts } from '@shop/contracts/mail-texts';
import { charged } from '@shop/contracts/money';
import { type Mail, withoutLinks } from './rules.ts';

/** A mail before it is drawn: words, whom they greet, and the page of the shop they lead to. */
export type Letter = MailWords & {
  name: string;
  path: string;
  /** Where a reader who wants no more of these goes. */
  leavePath?: string;
};

export function letterFor(mail: Mail): Letter {
  const name = 'name' in mail.data ? withoutLinks(mail.data.name) : '';
  switch (mail.kind) {
    case 'reset_password':
      return { ...mailTexts.reset_password, name, path: withToken('/reset-password', mail.data.token) };
    case 'confirm_email':
      return { ...mailTexts.confirm_email, name, path: withToken('/confirm-email', mail.data.token) };
    case 'email_in_use':
      return { ...mailTexts.email_in_use, name, path: '/login' };
    case 'email_changed':
      return { ...mailTexts.email_changed(mail.data.newEmailHint), name, path: '/contact' };
    case 'password_changed':
      return { ...mailTexts.password_changed, name, path: '/forgot-password' };
    case 'two_factor_changed':
      return {
        ...(mail.data.enabled ? mailTexts.two_factor_on : mailTexts.two_factor_off),
        name,
        path: '/account/settings',
      };
    case 'account_deleted':
      return { ...mailTexts.account_deleted, name, path: '/contact' };
    case 'ticket_opened':
      return {
        ...mailTexts.ticket_opened(mail.data.number, withoutLinks(mail.data.subject)),
        name,
        path: '/support',
      };
    case 'ticket_answered': {
      const { number, subject, answer } = mail.data;
      return { ...mailTexts.ticket_answered(number, withoutLinks(subject), answer), name, path: '/support' };
    }
    case 'order_placed':
      return { ...mailTexts.order_placed(mail.data), name, path: `/orders/${mail.data.orderId}` };
    case 'order_status':
      return { ...mailTexts.order_status(mail.data), name, path: `/orders/${mail.data.orderId}` };
    case 'payment_refunded': {
      const { amountMinor, currency } = mail.data;
      return { ...mailTexts.payment_refunded(charged(amountMinor, currency)), name, path: '/orders' };
    }
    case 'refund_done':
    case 'refund_failed': {
      const { amountMinor, currency, orderId, number } = mail.data;
      const path = orderId ? `/orders/${orderId}` : '/orders';
      return { ...mailTexts[mail.kind](charged(amountMinor, currency), number), name, path };
    }
    case 'review_invitation':
      return { ...mailTexts.review_invitation(mail.data.pieces), name, path: mail.data.path };
    case 'welcome':
      return { ...mailTexts.welcome, name, path: '/products' };
    case 'newsletter_confirm':
      return { ...mailTexts.newsletter_confirm, name, path: withToken('/newsletter/confirm', mail.data.token) };
    case 'newsletter_joined':
      return {
        ...mailTexts.newsletter_joined,
        name,
        path: '/products?sortBy=newest',
        leavePath: withToken('/newsletter/unsubscribe', mail.data.token),
      };
    case 'back_in_stock':
      return { ...mailTexts.back_in_stock(mail.data), name, path: mail.data.path };
    case 'shop_digest':
      return { ...mailTexts.shop_digest(mail.data.findings), name, path: '/admin' };
  }
}

const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`;
