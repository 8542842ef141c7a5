import { STORE_NAME } from '@shop/contracts/common/constants';
import { formatCharge } from '@shop/contracts/common/money';
import { customerMessages, roleLabels } from '@shop/contracts/identity/admin-messages';
import type { Role } from '@shop/contracts/identity/admin-schema';
import { type EmailTexts, emailTexts } from '@shop/contracts/mail/messages';
import { deliveryMessages } from '@shop/contracts/settings/delivery-messages';
import type { TextBlock } from './markdown.ts';
import type { OrderDetails } from './order-content.ts';
import { type EmailMessage, plainTextOrEmpty } from './rules.ts';

/** An email before rendering: texts, name for the greeting, and path of its link. */
export type EmailContent = EmailTexts & {
  name: string;
  /** Null: the email has no button. */
  path: string | null;
  /** Formatted text of staff, in place of greeting, paragraphs and signature. */
  body?: TextBlock[];
  /** Legal name and postal address of the seller, for the footer. */
  seller?: string[];
  /** The order that the email is about, in place of greeting and signature. */
  order?: OrderDetails;
  /** Only for emails that can be unsubscribed from. */
  unsubscribePath?: string;
};

/** The name only to a confirmed recipient: before that, a stranger may have chosen it. */
export function emailContentFor(
  message: EmailMessage,
  isConfirmed: boolean,
  storeName = STORE_NAME,
  canReply = false,
): EmailContent {
  const emails = emailTexts(storeName);
  const name = isConfirmed && 'name' in message.data ? plainTextOrEmpty(message.data.name) : '';
  switch (message.kind) {
    case 'reset_password':
      return { ...emails.reset_password, name, path: withToken('/reset-password', message.data.token) };
    case 'confirm_email':
      return { ...emails.confirm_email, name, path: withToken('/confirm-email', message.data.token) };
    case 'email_in_use':
      return { ...emails.email_in_use, name, path: '/login' };
    case 'email_changed':
      return {
        ...emails.email_changed(message.data.newEmailHint),
        name,
        path: withToken('/undo-email-change', message.data.token),
      };
    case 'email_change_undone':
      return { ...emails.email_change_undone, name, path: '/contact' };
    case 'password_changed':
      return { ...emails.password_changed, name, path: '/forgot-password' };
    case 'two_factor_changed':
      return {
        ...(message.data.enabled ? emails.two_factor_on : emails.two_factor_off),
        name,
        path: '/account/settings',
      };
    case 'role_changed': {
      const { personId, person, role, by } = message.data;
      const texts = emails.role_changed(plainTextOrEmpty(person), roleName(role), plainTextOrEmpty(by));
      return { ...texts, name, path: `/admin/customers/${personId}` };
    }
    case 'staff_invitation': {
      const { role, by, token } = message.data;
      const texts = emails.staff_invitation(roleName(role), plainTextOrEmpty(by));
      return { ...texts, name, path: withToken('/staff-invitation', token) };
    }
    case 'staff_joined': {
      const { personId, person, role, by } = message.data;
      const texts = emails.staff_joined(plainTextOrEmpty(person), roleName(role), plainTextOrEmpty(by));
      return { ...texts, name, path: `/admin/customers/${personId}` };
    }
    case 'account_deleted':
      return { ...emails.account_deleted, name, path: '/contact' };
    case 'ticket_opened':
      return {
        ...emails.ticket_opened(message.data.number, message.data.conversationId !== null),
        name,
        path: conversationPath(message.data.conversationId),
      };
    case 'ticket_answered': {
      const { number, subject, reply, conversationId } = message.data;
      const texts = emails.ticket_answered({
        number,
        subject: plainTextOrEmpty(subject),
        reply,
        hasPage: conversationId !== null,
        canReply,
      });
      return { ...texts, name, path: conversationPath(conversationId) };
    }
    case 'order_placed': {
      const [firstName = ''] = name.split(' ');
      const texts = emails.order_placed({ ...message.data, firstName });
      return { ...texts, name, path: `/orders/${message.data.orderId}` };
    }
    case 'order_status': {
      const { promise, orderId } = message.data;
      const arrival = promise && deliveryMessages.promisedFor(promise, today());
      return { ...emails.order_status({ ...message.data, arrival }), name, path: `/orders/${orderId}` };
    }
    case 'order_partly_shipped':
      return { ...emails.order_partly_shipped(message.data), name, path: `/orders/${message.data.orderId}` };
    case 'payment_refunded': {
      const { amountMinor, currency } = message.data;
      return { ...emails.payment_refunded(formatCharge(amountMinor, currency)), name, path: '/orders' };
    }
    case 'refund_completed':
    case 'refund_failed': {
      const { amountMinor, currency, orderId, number } = message.data;
      const path = orderId ? `/orders/${orderId}` : '/orders';
      return { ...emails[message.kind](formatCharge(amountMinor, currency), number), name, path };
    }
    case 'return_update':
      return { ...emails.return_update(message.data), name, path: `/orders/${message.data.orderId}` };
    case 'gift_exchange':
      // The path is signed when the email is sent.
      return { ...emails.gift_exchange(message.data), name, path: null };
    case 'review_invitation':
      return { ...emails.review_invitation(message.data.products), name, path: message.data.path };
    case 'review_reply':
      return { ...emails.review_reply(message.data), name, path: message.data.path };
    case 'welcome':
      return { ...emails.welcome, name, path: withToken('/confirm-email', message.data.token) };
    case 'confirm_address':
      return { ...emails.confirm_address, name, path: withToken('/confirm-email', message.data.token) };
    case 'order_link': {
      const { orderId, number } = message.data;
      return { ...emails.order_link(number), name, path: `/orders/${orderId}` };
    }
    case 'guest_account':
      return { ...emails.guest_account, name, path: withToken('/finish-account', message.data.token) };
    case 'guest_join_orders':
      return { ...emails.guest_join_orders, name, path: '/add-guest-orders' };
    case 'guest_account_unconfirmed':
      return { ...emails.guest_account_unconfirmed, name, path: '/login?redirect=%2Faccount' };
    case 'newsletter_confirm':
      return { ...emails.newsletter_confirm, name, path: withToken('/newsletter/confirm', message.data.token) };
    case 'newsletter_welcome':
      return {
        ...emails.newsletter_welcome,
        name,
        path: '/products?sortBy=newest',
        unsubscribePath: withToken('/newsletter/unsubscribe', message.data.token),
      };
    case 'campaign':
      // Only for the subject of the stored row: `campaignContent` has the whole email.
      return {
        ...emails.campaign({ title: message.data.title, preview: '', recipient: 'customer' }),
        name,
        path: null,
        unsubscribePath: withToken('/newsletter/unsubscribe', message.data.token),
      };
    case 'back_in_stock':
      return { ...emails.back_in_stock(message.data), name, path: message.data.path };
    case 'test_email':
      return { ...emails.test_email, name, path: '/admin' };
    case 'store_alert':
      return { ...emails.store_alert(message.data.alerts), name, path: '/admin' };
  }
}

/** Only its year is used: dates of another year are said with it. */
const today = () => new Date().toISOString().slice(0, 10);
const conversationPath = (id: string | null) => (id ? `/account/messages/${id}` : '/support');

const roleName = (role: Role) => (role === 'customer' ? customerMessages.customer : roleLabels[role]);

export const withToken = (path: string, token: string) => `${path}?token=${encodeURIComponent(token)}`;
