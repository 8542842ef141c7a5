import { accessMessages } from '@shop/contracts/common/messages';
import Fastify from 'fastify';
import { describe, expect, test } from 'vitest';
import { type Access, enforceAccess } from './access.ts';
import { handleError } from './problem.ts';

/** The `authorization` header is the role of the caller; without it the caller is a guest. */
function anApp() {
  const app = Fastify();
  app.setErrorHandler(handleError);
  enforceAccess(app, async ({ authorization: role }) => (role ? { id: '1', name: 'Ada', role } : undefined));
  return app;
}

async function statusOf(access: Access, authorization?: string) {
  const app = anApp();
  app.get('/', { config: { access } }, async (request) => (access === 'public' ? {} : { id: request.actor.id }));
  return (await app.inject({ url: '/', headers: { ...(authorization && { authorization }) } })).statusCode;
}

describe('route access', () => {
  test.each<[Access, { guest: number; customer: number; admin: number }]>([
    ['public', { guest: 200, customer: 200, admin: 200 }],
    ['customer', { guest: 401, customer: 200, admin: 200 }],
    ['owner', { guest: 401, customer: 200, admin: 200 }],
    ['orders.update-status', { guest: 401, customer: 403, admin: 200 }],
  ])('%s: %o', async (access, expected) => {
    expect({
      guest: await statusOf(access),
      customer: await statusOf(access, 'customer'),
      admin: await statusOf(access, 'admin'),
    }).toEqual(expected);
  });

  test('ENT-003 authenticated means that the session has a user, and admin that the role is admin', async () => {
    const statuses = async (access: Access) =>
      Promise.all([undefined, 'customer', 'admin', 'Admin', 'administrator'].map((role) => statusOf(access, role)));

    expect(await statuses('customer')).toEqual([401, 200, 200, 200, 200]);
    // A permission that no limited staff role has.
    expect(await statuses('settings.write')).toEqual([401, 403, 200, 403, 403]);
  });

  test('rejects an admin without the required two-factor authentication on admin routes only', async () => {
    const app = Fastify();
    app.setErrorHandler(handleError);
    enforceAccess(app, async () => ({ id: '1', name: 'Ada', role: 'admin', needsTwoFactor: true }));
    app.get('/admin', { config: { access: 'admin.access' } }, async () => ({}));
    app.get('/own', { config: { access: 'owner' } }, async () => ({}));

    const response = await app.inject({ url: '/admin' });

    expect(response.statusCode).toBe(403);
    expect(response.json()).toMatchObject({ code: 'two_factor_required', message: accessMessages.twoFactorRequired });
    expect((await app.inject({ url: '/own' })).statusCode).toBe(200);
  });

  test('must be declared by every route, or the app does not start', async () => {
    const app = anApp();
    app.get('/forgotten', async () => ({}));

    await expect(app.ready()).rejects.toThrow('GET /forgotten declares no access');
  });

  test('answers 401 when a public route reads its actor', async () => {
    const app = anApp();
    app.get('/', { config: { access: 'public' } }, async (request) => ({ id: request.actor.id }));

    expect((await app.inject({ url: '/', headers: { authorization: 'customer' } })).statusCode).toBe(401);
  });
});
