/** One call of every write route of login, account and addresses. */
import { sendResetLink } from '#identity/auth/own-password.ts';
import { PASSWORD, sessionCookie } from '#test/builders/account.ts';
import { idOf, startTwoFactor, tokenOf } from '#test/builders/marked-customer.ts';
import { type Example, keyed } from './example.ts';

export const ACCOUNT_WRITES: Record<string, Example> = {
  'POST /api/auth/login': async (customer, { guest }) => {
    return () => guest.post('/api/auth/login', { email: customer.email, password: PASSWORD });
  },
  'POST /api/auth/two-factor': async (customer, { guest }) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    await confirm();
    const login = await guest.post('/api/auth/login', { email: customer.email, password: PASSWORD });
    return () => guest.post('/api/auth/two-factor', { challenge: login.json().challenge, code });
  },
  'POST /api/auth/logout': async (customer) => () => customer.post('/api/auth/logout'),
  'POST /api/auth/forgot-password': async (customer, { guest }) => {
    return () => guest.post('/api/auth/forgot-password', { email: customer.email });
  },
  'POST /api/auth/reset-password': async (customer, shop) => {
    await sendResetLink(shop.db, shop.config, customer.email);
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/auth/reset-password', { token, password: `${PASSWORD} again` });
  },
  'POST /api/auth/confirm-email': async (customer, shop) => {
    const email = `new-${customer.email}`;
    await customer.patch('/api/user/me', { name: customer.mark, email, phone: null, currentPassword: PASSWORD });
    const token = await tokenOf(shop, email);
    return () => shop.guest.post('/api/auth/confirm-email', { token, password: PASSWORD });
  },
  'POST /api/auth/email-denial': async (customer, shop) => {
    const email = `new-${customer.email}`;
    await customer.patch('/api/user/me', { name: customer.mark, email, phone: null, currentPassword: PASSWORD });
    const token = await tokenOf(shop, email);
    return () => shop.guest.post('/api/auth/email-denial', { token });
  },
  'POST /api/user/guest-orders': async (customer) => () => customer.post('/api/user/guest-orders'),
  'POST /api/user/email-confirmation': async (customer, { sql }) => {
    await sql.query('update users set email_verified = false where id = $1', [customer.id]);
    return () => customer.post('/api/user/email-confirmation');
  },
  'POST /api/auth/undo-email-change': async (customer, shop) => {
    const email = `new-${customer.email}`;
    await customer.patch('/api/user/me', { name: customer.mark, email, phone: null, currentPassword: PASSWORD });
    await shop.guest.post('/api/auth/confirm-email', { token: await tokenOf(shop, email), password: PASSWORD });
    const token = await tokenOf(shop, customer.email);
    return () => shop.guest.post('/api/auth/undo-email-change', { token });
  },
  'POST /api/user/password': async (customer) => () =>
    customer.post('/api/user/password', { currentPassword: PASSWORD, newPassword: `${PASSWORD} again` }),
  'POST /api/user/two-factor': async (customer) => () => customer.post('/api/user/two-factor', { password: PASSWORD }),
  'POST /api/user/two-factor/confirmation': async (customer) => (await startTwoFactor(customer)).confirm,
  'POST /api/user/two-factor/removal': async (customer) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    const cookie = sessionCookie(await confirm());
    return () => customer.post('/api/user/two-factor/removal', { password: PASSWORD, code }, { cookie });
  },
  'POST /api/user/two-factor/recovery-codes': async (customer) => {
    const { recoveryCode: code, confirm } = await startTwoFactor(customer);
    const cookie = sessionCookie(await confirm());
    return () => customer.post('/api/user/two-factor/recovery-codes', { password: PASSWORD, code }, { cookie });
  },
  'PATCH /api/user/me': async (customer) => () =>
    customer.patch('/api/user/me', {
      name: customer.mark,
      email: `new-${customer.email}`,
      phone: customer.phone,
      currentPassword: PASSWORD,
    }),
  'PUT /api/user/preferences': async (customer) => () =>
    customer.put('/api/user/preferences', { orderEmails: true, orderSms: true, marketing: true }),
  'DELETE /api/user/sessions': async (customer) => () => customer.delete('/api/user/sessions'),
  'DELETE /api/user/sessions/:id': async (customer, shop) => {
    const id = await idOf(shop, 'select id from sessions where user_id = $1', [customer.id]);
    return () => customer.delete(`/api/user/sessions/${id}`);
  },
  'POST /api/user/staff-invitation': async (customer, shop) => {
    const owner = await shop.anAdmin({ password: PASSWORD });
    const invitation = { email: customer.email, role: 'packer', password: PASSWORD };
    await owner.post('/api/admin/staff/invitations', invitation, keyed());
    const token = await tokenOf(shop, customer.email);
    return () => customer.post('/api/user/staff-invitation', { token });
  },
  'POST /api/user/deletion': async (customer) => () => customer.post('/api/user/deletion', { password: PASSWORD }),
  'POST /api/addresses': async (customer) => () => customer.post('/api/addresses', customer.address),
  'PUT /api/addresses': async (customer) => () =>
    customer.put('/api/addresses', { ...customer.address, id: customer.addressId }),
  'PATCH /api/addresses/:id/set-default': async (customer) => () =>
    customer.patch(`/api/addresses/${customer.addressId}/set-default`),
  'DELETE /api/addresses/:id': async (customer) => () => customer.delete(`/api/addresses/${customer.addressId}`),
};
