import { PersonalData } from '@shop/contracts/identity/personal-data-schema';
import { LINE_OPTIONS, VARIANT_OPTIONS } from '#platform/database/columns.ts';
import { json, orNull } from '#platform/database/row.ts';
import { type Fragment, first, sql } from '#platform/database/sql.ts';

/** One list of the export as JSON: `columns` of the rows in `from`. */
const list = (columns: Fragment, from: Fragment, order: Fragment) =>
  sql`(select coalesce(json_agg(json_build_object(${columns}) order by ${order}), '[]') from ${from})`;

const ADDRESSES = list(
  sql`'id', a.id, 'name', a.name, 'recipient', a.recipient, 'line1', a.line1, 'line2', a.line2, 'city', a.city,
   'state', a.state, 'postalCode', a.postal_code, 'country', a.country, 'phone', a.phone, 'isDefault', a.is_default`,
  sql`addresses a where a.user_id = u.id`,
  sql`a.id`,
);

const ORDERS = list(
  sql`'id', o.id, 'number', o.number, 'placedAt', o.created_at, 'status', o.status, 'email', o.email,
   'shippingAddress', o.shipping_address, 'gift', o.gift, 'shippingMethod', o.shipping_method, 'trackingNumber', o.tracking_number,
   'paymentMethod', o.payment_method, 'paymentStatus', o.payment_status, 'discountCode', o.discount_code,
   'subtotal', o.subtotal_cents / 100.0, 'tax', o.tax_cents / 100.0, 'shipping', o.shipping_cents / 100.0,
   'discount', o.discount_cents / 100.0, 'total', o.total_cents / 100.0,
   'invoices', (select coalesce(json_agg(i.number order by i.id), '[]') from invoices i where i.order_id = o.id),
   'items', ${list(
     sql`'name', l.name, 'options', ${LINE_OPTIONS}, 'price', l.unit_price_cents / 100.0, 'quantity', l.quantity`,
     sql`order_lines l join products p on p.id = l.product_id where l.order_id = o.id`,
     sql`l.id`,
   )},
   'shipments', ${list(
     sql`'carrier', s.carrier, 'trackingNumber', s.tracking_number, 'trackingUrl', s.tracking_url,
      'shippedAt', s.shipped_at`,
     sql`shipments s where s.order_id = o.id`,
     sql`s.number`,
   )},
   'returns', ${list(
     sql`'requestedAt', r.requested_at, 'status', r.status, 'comment', r.comment, 'declineReason', r.decline_reason,
      'items', (select coalesce(json_agg(json_build_object('name', x.name, 'quantity', l.quantity, 'reason', l.reason,
                                                           'outcome', l.outcome) order by l.id), '[]')
                  from return_lines l join order_lines x on x.id = l.order_line_id where l.return_id = r.id)`,
     sql`returns r where r.order_id = o.id`,
     sql`r.id`,
   )}`,
  // With a confirmed address, also those placed as a guest and not joined to the account.
  sql`orders o where o.user_id in (
    select u.id union all
    select g.id from users g
     where u.email_verified and recipient_key(g.guest_email) = recipient_key(u.email) and g.guest_email = u.email)`,
  sql`o.created_at, o.id`,
);

const REVIEWS = list(
  sql`'product', p.name, 'userName', r.user_name, 'rating', r.rating_halves / 2.0, 'comment', r.comment,
   'status', r.status, 'size', r.size_bought, 'fit', r.fit, 'reason', r.rejection_reason, 'reply', r.reply,
   'photos', array(select '/api/review-photos/' || f.id from review_photos f
                    where f.review_id = r.id and f.removed_at is null order by f.position),
   'createdAt', r.created_at`,
  sql`reviews r join products p on p.id = r.product_id where r.user_id = u.id`,
  sql`r.id`,
);

const HELPFUL_VOTES = list(
  sql`'product', p.name, 'createdAt', v.created_at`,
  sql`review_votes v join products p on p.id = v.product_id where v.user_id = u.id`,
  sql`v.created_at, v.review_id`,
);

const WISHLIST = list(
  sql`'product', p.name, 'addedAt', w.created_at`,
  sql`wishlist_items w join products p on p.id = w.product_id where w.user_id = u.id`,
  sql`w.id`,
);

const CART = list(
  sql`'product', p.name, 'options', ${VARIANT_OPTIONS}, 'quantity', l.quantity, 'addedAt', l.created_at`,
  sql`carts c join cart_lines l on l.cart_id = c.id join variants v on v.id = l.variant_id
     join products p on p.id = v.product_id where c.user_id = u.id`,
  sql`l.id`,
);

const NOTIFICATIONS = list(
  sql`'type', n.type, 'title', n.title, 'message', n.message, 'createdAt', n.created_at, 'readAt', n.read_at`,
  sql`notifications n where n.user_id = u.id`,
  sql`n.id`,
);

/** Rows matched by email address alone are exported only if the address is verified. */
const TICKETS = list(
  sql`'number', t.number, 'name', t.name, 'email', t.email, 'subject', t.subject, 'status', t.status,
   'createdAt', t.created_at,
   'messages', ${list(
     sql`'from', case when m.from_staff then 'shop' else 'you' end, 'text', m.body, 'createdAt', m.created_at`,
     sql`support_messages m where m.ticket_id = t.id`,
     sql`m.id`,
   )}`,
  sql`support_tickets t where t.user_id = u.id or (u.email_verified and t.email = u.email)`,
  sql`t.id`,
);

const NEWSLETTER = sql`
  (select json_build_object('email', s.email, 'since', s.created_at, 'confirmedAt', s.confirmed_at,
                            'unsubscribedAt', s.unsubscribed_at)
     from newsletter_subscribers s where u.email_verified and s.email = u.email)`;

const WAITLIST = list(
  sql`'product', p.name, 'options', ${VARIANT_OPTIONS}, 'email', w.email, 'since', w.created_at`,
  sql`waitlist w join variants v on v.id = w.variant_id join products p on p.id = v.product_id
    where w.user_id = u.id or (u.email_verified and w.email = u.email)`,
  sql`w.id`,
);

/** Requested as the recipient of a gift: matched by email address, so only if it is verified. */
const GIFT_EXCHANGES = list(
  sql`'email', r.recipient_email, 'requestedAt', r.requested_at, 'status', r.status`,
  sql`returns r where u.email_verified and r.recipient_email = u.email`,
  sql`r.id`,
);

const EMAILS = list(
  sql`'to', m.to_email, 'subject', m.subject, 'createdAt', m.created_at, 'sentAt', m.sent_at`,
  sql`email_messages m where m.user_id = u.id`,
  sql`m.id`,
);

/** Of a staff member. */
const SAVED_VIEWS = list(
  sql`'list', v.list, 'name', v.name, 'query', v.query, 'createdAt', v.created_at`,
  sql`saved_views v where v.owner_user_id = u.id`,
  sql`v.id`,
);

/** Matched by email address, so only if it is verified. */
const STAFF_INVITATIONS = list(
  sql`'role', i.role, 'createdAt', i.created_at, 'acceptedAt', i.accepted_at`,
  sql`staff_invitations i where u.email_verified and i.email = u.email`,
  sql`i.id`,
);

const SESSIONS = list(
  sql`'userAgent', s.user_agent, 'createdAt', s.created_at, 'expiresAt', s.expires_at`,
  sql`sessions s where s.user_id = u.id`,
  sql`s.created_at, s.id`,
);

const { shape } = PersonalData;
const personalData = {
  exportedAt: json(shape.exportedAt),
  profile: json(shape.profile),
  preferences: json(shape.preferences),
  addresses: json(shape.addresses),
  orders: json(shape.orders),
  reviews: json(shape.reviews),
  helpfulVotes: json(shape.helpfulVotes),
  wishlist: json(shape.wishlist),
  cart: json(shape.cart),
  notifications: json(shape.notifications),
  supportTickets: json(shape.supportTickets),
  newsletter: orNull(json(shape.newsletter)),
  waitlist: json(shape.waitlist),
  giftExchanges: json(shape.giftExchanges),
  emails: json(shape.emails),
  sessions: json(shape.sessions),
  savedViews: json(shape.savedViews),
  staffInvitations: json(shape.staffInvitations),
};

/** One statement, for a consistent snapshot. */
export const findPersonalData = (userId: string) =>
  first('identity.findPersonalData', personalData)`
    select to_json(now()) as exported_at,
           json_build_object('id', u.id, 'name', u.name, 'email', u.email, 'emailVerified', u.email_verified,
             'phone', u.phone, 'role', u.role, 'twoFactorEnabled', u.two_factor_enabled, 'createdAt', u.created_at,
             'passwordChangedAt', u.password_changed_at, 'lastLoginAt', u.last_login_at) as profile,
           json_build_object('orderEmails', u.wants_order_emails,
             'marketing', u.wants_marketing, 'marketingConsentAt', u.marketing_consent_at) as preferences,
           ${ADDRESSES} as addresses, ${ORDERS} as orders, ${REVIEWS} as reviews, ${HELPFUL_VOTES} as helpful_votes,
           ${WISHLIST} as wishlist,
           ${CART} as cart, ${NOTIFICATIONS} as notifications, ${TICKETS} as support_tickets,
           ${NEWSLETTER} as newsletter, ${WAITLIST} as waitlist, ${GIFT_EXCHANGES} as gift_exchanges, ${EMAILS} as emails, ${SESSIONS} as sessions,
           ${SAVED_VIEWS} as saved_views, ${STAFF_INVITATIONS} as staff_invitations
      from users u where u.id = ${userId} and u.deleted_at is null`;
