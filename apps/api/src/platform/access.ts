import { settingsMessages } from '@shop/contracts/account-texts';
import { adminMessages } from '@shop/contracts/admin-texts';
import { may, type Permission } from '@shop/contracts/permissions';
import { problemMessages } from '@shop/contracts/problem';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from './errors.ts';

/** Who is asking. Guests are nobody: they have no actor, not an empty one. */
export type Actor = {
  id: string;
  name: string;
  role: string;
  /** Works here, and has yet to set up what the shop demands of those who do. */
  needsTwoFactor?: boolean;
  /** Works here, and signed in too long ago for that. */
  sessionTooOld?: boolean;
  /** The request they speak by, where it is one. */
  requestId?: string;
};

/**
 * Who may call a route. 'owner' asks for a signed-in person like 'customer' does, and promises that the
 * route's own SQL finds nothing but what belongs to them. All else is for whoever has that permission.
 */
export type Access = 'public' | 'customer' | 'owner' | Permission;

export type SessionPool = 'browse' | 'checkout';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Which connections look up the session; 'browse' unless the route is one of those that buying needs. */
    sessionPool?: SessionPool;
  }
  interface FastifyInstance {
    /** Every route there is, HEAD twins included. */
    routes: readonly RouteOptions[];
  }
  interface FastifyRequest {
    /** The person behind a route that is not public; asking on behalf of a guest answers 401. */
    actor: Actor;
  }
}

export const unauthenticated = () =>
  new DomainError('unauthenticated', 'unauthenticated', problemMessages.unauthenticated);
export const forbidden = () => new DomainError('forbidden', 'forbidden', problemMessages.forbidden);

/** Whether someone may do what only those who work here may, by the session they ask with. */
export const mayNow = (actor: Actor, permission: Permission) =>
  may(actor, permission) && !actor.needsTwoFactor && !actor.sessionTooOld;

function checkPermission(actor: Actor, permission: Permission) {
  if (mayNow(actor, permission)) return;
  if (!may(actor, permission)) throw forbidden();
  if (actor.sessionTooOld) throw new DomainError('forbidden', 'session_too_old', adminMessages.signInAgain);
  throw new DomainError('forbidden', 'two_factor_needed', settingsMessages.twoFactorNeeded);
}

/** For plugins that buying needs: their sessions are looked up on the checkout pool, which browsing cannot fill. */
export function findSessionsOnCheckoutPool(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, sessionPool: 'checkout' };
  });
}

/** Every route says who may call it, or the process does not start; one hook enforces what they say. */
export function enforceAccess(
  app: FastifyInstance,
  findActor: (headers: FastifyRequest['headers'], pool: SessionPool) => Promise<Actor | undefined>,
) {
  const actors = new WeakMap<FastifyRequest, Actor>();
  app.decorateRequest('actor', {
    getter(this: FastifyRequest) {
      const actor = actors.get(this);
      if (!actor) throw unauthenticated();
      return actor;
    },
  });

  const routes: RouteOptions[] = [];
  app.decorate('routes', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const silent = routes.find(({ config }) => !config?.access);
    if (silent) throw new Error(`${silent.method} ${silent.url} does not say who may call it: add config.access.`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, sessionPool = 'browse' } = request.routeOptions.config;
    // No policy means no route: the address leads nowhere, and the answer is 404 for everyone.
    if (!access || access === 'public' || request.is404) return;

    const actor = await findActor(request.headers, sessionPool);
    if (!actor) throw unauthenticated();
    if (access !== 'customer' && access !== 'owner') checkPermission(actor, access);
    actors.set(request, { ...actor, requestId: request.id });
  });
}
