import type { PersonalData } from '@shop/contracts/identity/personal-data-schema';
import type { Pool } from 'pg';

/** One list of the export as JSON: `columns` of the rows in `from`. */
const list = (columns: string, from: string, order: string) =>
  `(select coalesce(json_agg(json_build_object(${columns}) order by ${order}), '[]') from ${from})`;

const ADDRESSES = list(
  `'id', a.id, 'name', a.name, 'line1', a.line1, 'line2', a.line2, 'city', a.city, 'state', a.state,
   'postalCode', a.postal_code, 'country', a.country, 'isDefault', a.is_default`,
  'addresses a where a.user_id = u.id',
  'a.id',
);

const ORDERS = list(
  `'id', o.id, 'number', o.number, 'placedAt', o.created_at, 'status', o.status, 'email', o.email,
   'shippingAddress', o.shipping_address, 'shippingMethod', o.shipping_method, 'trackingNumber', o.tracking_number,
   'paymentMethod', o.payment_method, 'paymentStatus', o.payment_status, 'discountCode', o.discount_code,
   'subtotal', o.subtotal_cents / 100.0, 'tax', o.tax_cents / 100.0, 'shipping', o.shipping_cents / 100.0,
   'discount', o.discount_cents / 100.0, 'total', o.total_cents / 100.0,
   'items', ${list(
     `'name', l.name, 'options', l.option_values, 'price', l.unit_price_cents / 100.0, 'quantity', l.quantity`,
     'order_lines l where l.order_id = o.id',
     'l.id',
   )}`,
  'orders o where o.user_id = u.id',
  'o.created_at, o.id',
);

const REVIEWS = list(
  `'product', p.name, 'userName', r.user_name, 'rating', r.rating_halves / 2.0, 'comment', r.comment,
   'status', r.status, 'createdAt', r.created_at`,
  'reviews r join products p on p.id = r.product_id where r.user_id = u.id',
  'r.id',
);

const WISHLIST = list(
  `'product', p.name, 'addedAt', w.created_at`,
  'wishlist_items w join products p on p.id = w.product_id where w.user_id = u.id',
  'w.id',
);

const CART = list(
  `'product', p.name, 'options', v.option_values, 'quantity', l.quantity, 'addedAt', l.created_at`,
  `carts c join cart_lines l on l.cart_id = c.id join variants v on v.id = l.variant_id
     join products p on p.id = v.product_id where c.user_id = u.id`,
  'l.id',
);

const NOTIFICATIONS = list(
  `'type', n.type, 'title', n.title, 'message', n.message, 'createdAt', n.created_at, 'readAt', n.read_at`,
  'notifications n where n.user_id = u.id',
  'n.id',
);

/** Rows matched by email address alone are exported only if the address is verified. */
const TICKETS = list(
  `'number', t.number, 'name', t.name, 'email', t.email, 'subject', t.subject, 'status', t.status,
   'createdAt', t.created_at,
   'messages', ${list(
     `'from', case when m.from_staff then 'shop' else 'you' end, 'text', m.body, 'createdAt', m.created_at`,
     'support_messages m where m.ticket_id = t.id',
     'm.id',
   )}`,
  'support_tickets t where t.user_id = u.id or (u.email_verified and t.email = u.email)',
  't.id',
);

const NEWSLETTER = `
  (select json_build_object('email', s.email, 'since', s.created_at, 'confirmedAt', s.confirmed_at,
                            'unsubscribedAt', s.unsubscribed_at)
     from newsletter_subscribers s where u.email_verified and s.email = u.email)`;

const WAITLIST = list(
  `'product', p.name, 'options', v.option_values, 'email', w.email, 'since', w.created_at`,
  `waitlist w join variants v on v.id = w.variant_id join products p on p.id = v.product_id
    where w.user_id = u.id or (u.email_verified and w.email = u.email)`,
  'w.id',
);

const EMAILS = list(
  `'to', m.to_email, 'subject', m.subject, 'createdAt', m.created_at, 'sentAt', m.sent_at`,
  'email_messages m where m.user_id = u.id',
  'm.id',
);

const SESSIONS = list(
  `'userAgent', s.user_agent, 'createdAt', s.created_at, 'expiresAt', s.expires_at`,
  'sessions s where s.user_id = u.id',
  's.created_at, s.id',
);

/** One statement, for a consistent snapshot. */
const PERSONAL_DATA = `
  select to_json(now()) as "exportedAt",
         json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'emailVerified', u.email_verified,
           'phone', u.phone, 'role', u.role, 'twoFactorEnabled', u.two_factor_enabled, 'createdAt', u.created_at,
           'passwordChangedAt', u.password_changed_at) as profile,
         json_build_object('orderEmails', u.wants_order_emails,
           'marketing', u.wants_marketing, 'marketingConsentAt', u.marketing_consent_at) as preferences,
         ${ADDRESSES} as addresses, ${ORDERS} as orders, ${REVIEWS} as reviews, ${WISHLIST} as wishlist,
         ${CART} as cart, ${NOTIFICATIONS} as notifications, ${TICKETS} as "supportTickets",
         ${NEWSLETTER} as newsletter, ${WAITLIST} as waitlist, ${EMAILS} as emails, ${SESSIONS} as sessions
    from users u where u.id = $1 and u.deleted_at is null`;

export async function findPersonalData(pool: Pool, userId: string) {
  const { rows } = await pool.query<PersonalData>(PERSONAL_DATA, [userId]);
  return rows[0];
}
