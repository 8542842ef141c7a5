import { settingsMessages } from '@shop/contracts/account-texts';
import { adminMessages } from '@shop/contracts/admin-texts';
import { identityMessages } from '@shop/contracts/identity-texts';
import { can, type Permission } from '@shop/contracts/permissions';
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
  /** Works here, with a password that is too weak for that. */
  needsNewPassword?: boolean;
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
    /** Who a session names, on public routes too where these look it up; for logs, never for permissions. */
    actorIfAny?: Actor;
  }
}

export const unauthenticated = () =>
  new DomainError('unauthenticated', 'unauthenticated', problemMessages.unauthenticated);
export const sessionTooOld = () => new DomainError('forbidden', 'session_too_old', adminMessages.signInAgain);
export const forbidden = () => new DomainError('forbidden', 'forbidden', problemMessages.forbidden);

/** Whether someone may do what only those who work here may, by the session they ask with. */
export const canNow = (actor: Actor, permission: Permission) =>
  can(actor, permission) && !actor.needsTwoFactor && !actor.needsNewPassword && !actor.sessionTooOld;

function assertPermission(actor: Actor, permission: Permission) {
  if (canNow(actor, permission)) return;
  if (!can(actor, permission)) throw forbidden();
  if (actor.sessionTooOld) throw sessionTooOld();
  if (actor.needsNewPassword)
    throw new DomainError('forbidden', 'new_password_required', identityMessages.newPasswordRequired);
  throw new DomainError('forbidden', 'two_factor_required', settingsMessages.twoFactorRequired);
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

  app.decorateRequest('actorIfAny', undefined);

  const routes: RouteOptions[] = [];
  app.decorate('routes', routes);
  app.addHook('onRoute', (route) => void routes.push(route));
  app.addHook('onReady', async () => {
    const undeclared = routes.find(({ config }) => !config?.access);
    if (undeclared)
      throw new Error(`${undeclared.method} ${undeclared.url} does not say who may call it: add config.access.`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, sessionPool = 'browse' } = request.routeOptions.config;
    // No policy means no route: the address leads nowhere, and the answer is 404 for everyone.
    if (!access || access === 'public' || request.is404) return;

    const actor = await findActor(request.headers, sessionPool);
    if (!actor) throw unauthenticated();
    request.actorIfAny = actor;
    if (access !== 'customer' && access !== 'owner') assertPermission(actor, access);
    actors.set(request, { ...actor, requestId: request.id });
  });
}
