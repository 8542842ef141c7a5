import { accessMessages, problemMessages } from '@shop/contracts/common/messages';
import { can, type Permission } from '@shop/contracts/common/permissions';
import type { FastifyInstance, FastifyRequest, RouteOptions } from 'fastify';
import { DomainError } from '#platform/errors.ts';

/** The caller of a request with a session: logged in, or a guest at checkout. Other visitors have no actor. */
export type Actor = {
  id: string;
  name: string;
  role: string;
  /** Has no password: can call only routes that accept guests. */
  guest?: boolean;
  /** A staff member who has not set up the required two-factor authentication. */
  needsTwoFactor?: boolean;
  /** A staff member whose password is too weak for staff. */
  needsNewPassword?: boolean;
  /** A staff member who logged in too long ago for staff. */
  sessionTooOld?: boolean;
  /** Set where the actor comes from a request. */
  requestId?: string;
};

/**
 * Who may call a route. 'customer' and 'owner' require a login; with 'owner' the route's own SQL must also find nothing
 * but what belongs to the caller. Any other value is a required permission.
 */
export type Access = 'public' | 'customer' | 'owner' | Permission;

export type SessionPool = 'browse' | 'checkout';

declare module 'fastify' {
  interface FastifyContextConfig {
    access?: Access;
    /** Pool for the session lookup; default 'browse', 'checkout' for the routes that a purchase needs. */
    sessionPool?: SessionPool;
    /** Of a 'customer' or 'owner' route: guests at checkout can call it too. */
    guests?: boolean;
    /**
     * Of an 'owner' route with the id of an order: also accepts the link in the emails of a guest's order, as that guest.
     * Nothing but this order may be reached.
     */
    orderLink?: boolean;
  }
  interface FastifyInstance {
    /** All routes, generated HEAD routes included. */
    routes: readonly RouteOptions[];
  }
  interface FastifyRequest {
    /** The caller of a route that is not public; reading it on a public route answers 401. */
    actor: Actor;
    /** The user of the session, also on public routes that look it up; for logs, never for permissions. */
    actorIfAny?: Actor;
  }
}

export const unauthenticated = () =>
  new DomainError('unauthenticated', 'unauthenticated', problemMessages.unauthenticated);
export const sessionTooOld = () => new DomainError('forbidden', 'session_too_old', accessMessages.logInAgain);
/** For guests: what needs an account. */
const accountRequired = () => new DomainError('forbidden', 'account_required', accessMessages.accountRequired);
export const forbidden = () => new DomainError('forbidden', 'forbidden', problemMessages.forbidden);

/** Whether the actor has the permission and the session meets all requirements for staff. */
export const canNow = (actor: Actor, permission: Permission) =>
  can(actor, permission) && !actor.needsTwoFactor && !actor.needsNewPassword && !actor.sessionTooOld;

function assertPermission(actor: Actor, permission: Permission) {
  if (canNow(actor, permission)) return;
  if (!can(actor, permission)) throw forbidden();
  if (actor.sessionTooOld) throw sessionTooOld();
  if (actor.needsNewPassword)
    throw new DomainError('forbidden', 'new_password_required', accessMessages.newPasswordRequired);
  throw new DomainError('forbidden', 'two_factor_required', accessMessages.twoFactorRequired);
}

/** For plugins that a purchase needs: sessions are looked up on the checkout pool, which browsing cannot exhaust. */
export function findSessionsOnCheckoutPool(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, sessionPool: 'checkout' };
  });
}

/** For plugins whose routes a guest at checkout needs. */
export function acceptGuests(app: FastifyInstance) {
  app.addHook('onRoute', (route) => {
    route.config = { ...route.config, guests: true };
  });
}

/** Every route must declare its access, or the process does not start; one hook enforces it. */
export function enforceAccess(
  app: FastifyInstance,
  findActor: (headers: FastifyRequest['headers'], pool: SessionPool) => Promise<Actor | undefined>,
  findActorOfOrderLink: (request: FastifyRequest, pool: SessionPool) => Promise<Actor | undefined> = async () =>
    undefined,
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
    if (undeclared) throw new Error(`${undeclared.method} ${undeclared.url} declares no access: add config.access.`);
  });

  app.addHook('onRequest', async (request) => {
    const { access, sessionPool = 'browse', guests, orderLink } = request.routeOptions.config;
    // Without access there is no route: an unknown URL answers 404 to everyone.
    if (!access || access === 'public' || request.is404) return;

    const linked = orderLink ? await findActorOfOrderLink(request, sessionPool) : undefined;
    const actor = linked ?? (await findActor(request.headers, sessionPool));
    if (!actor) throw unauthenticated();
    request.actorIfAny = actor;
    if (access !== 'customer' && access !== 'owner') assertPermission(actor, access);
    else if (actor.guest && !guests && !orderLink) throw accountRequired();
    actors.set(request, { ...actor, requestId: request.id });
  });
}
