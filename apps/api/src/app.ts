import { Campaign } from '@shop/contracts/campaigns';
import { Cart, CartItem, WishlistItem } from '@shop/contracts/cart';
import {
  Brand,
  Category,
  HeroSlide,
  Product,
  ProductDetail,
  Review,
  Suggestion,
  Variant,
} from '@shop/contracts/catalog';
import { Address, OwnSession, Preferences, Session, User } from '@shop/contracts/identity';
import { Subscription } from '@shop/contracts/newsletter';
import { News, Notification } from '@shop/contracts/notifications';
import { Order, TrackedOrder } from '@shop/contracts/orders';
import { PersonalData } from '@shop/contracts/personal-data';
import { Problem, problemMessages } from '@shop/contracts/problem';
import Fastify, { type FastifyBaseLogger, LogController } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import type { Pool } from 'pg';
import { analyticsRoutes } from './analytics/routes.ts';
import { keepTally } from './analytics/tally.ts';
import { auditRoutes } from './audit/admin-routes.ts';
import { measureInvariants } from './audit/metrics.ts';
import { systemRoutes } from './audit/system-routes.ts';
import { takeOverGuestCart } from './cart/merge-cart.ts';
import { cartRoutes } from './cart/routes.ts';
import { countGuestCart } from './cart/service.ts';
import { wishlistRoutes } from './cart/wishlist-routes.ts';
import { countWrongCodes } from './cart/wrong-codes.ts';
import { adminProductRoutes } from './catalog/admin-routes.ts';
import { productImportRoutes } from './catalog/import-routes.ts';
import { catalogRoutes } from './catalog/routes.ts';
import { adminPaymentRoutes } from './checkout/admin-routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import type { Db } from './db.ts';
import { feedRoutes } from './feeds/routes.ts';
import { findRoutes } from './find/routes.ts';
import { accountRoutes } from './identity/account-routes.ts';
import { addressRoutes } from './identity/address-routes.ts';
import { countAttempts } from './identity/attempts.ts';
import { authRoutes } from './identity/auth-routes.ts';
import { customerRoutes } from './identity/customer-routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { findActor } from './identity/service.ts';
import { twoFactorRoutes } from './identity/two-factor-routes.ts';
import { uploadRoutes } from './media/admin-routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { adminNewsletterRoutes } from './newsletter/admin-routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { campaignRoutes } from './notifications/campaign-routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { keepStreams } from './notifications/streams.ts';
import { adminOrderRoutes } from './orders/admin-routes.ts';
import { orderRoutes } from './orders/routes.ts';
import { adminDisputeRoutes } from './payments/admin-routes.ts';
import { webhookRoutes } from './payments/routes.ts';
import { enforceAccess } from './platform/access.ts';
import type { Config } from './platform/config.ts';
import { describeApi } from './platform/docs.ts';
import { reportHealth } from './platform/health.ts';
import { logRequests, requestId } from './platform/logging.ts';
import { measure } from './platform/metrics.ts';
import type { PaymentProvider } from './platform/payment-provider.ts';
import { watchPool } from './platform/pool-watch.ts';
import { answerError, sendProblem } from './platform/problem.ts';
import { limitRates } from './platform/rate-limit.ts';
import type { OptionalRedis } from './platform/redis.ts';
import { secure } from './platform/security.ts';
import { adminReviewRoutes } from './reviews/admin-routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { adminSettingsRoutes } from './settings/admin-routes.ts';
import { promoRoutes } from './settings/promo-routes.ts';
import { adminTicketRoutes } from './support/admin-routes.ts';
import { supportRoutes } from './support/routes.ts';
import { waitlistRoutes } from './waitlist/routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For browsing, the account and what staff read. */
    db: Db;
    /** The same connections as `db`, for prepared statements. */
    pool: Pool;
    /** For all that buying needs, logging in included: a flood of visitors never keeps a buyer waiting. */
    checkoutDb: Db;
    /** The same connections as `checkoutDb`, for prepared statements. */
    checkoutPool: Pool;
  }
}

type Connection = { db: Db; pool: Pool };
export type AppParts = {
  config: Config;
  log: FastifyBaseLogger;
  browse: Connection;
  checkout: Connection;
  /** A connection of its own, so that a busy shop does not look like a dead one. */
  probe: Connection;
  redis: OptionalRedis;
  disk: Disk;
  provider: PaymentProvider;
};

const KIB = 1_024;
const SECONDS = 1_000;

/** Everything the API does, as one table. It is complete after `ready()`. */
export async function buildApp({ config, log, browse, checkout, probe, redis, disk, provider }: AppParts) {
  const app = Fastify({
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    genReqId: requestId,
    trustProxy: config.trustedProxies,
    routerOptions: { maxParamLength: 250 },
    frameworkErrors: answerError,
    bodyLimit: 64 * KIB,
    // As long as a table of a hundred thousand products takes over a slow line.
    requestTimeout: 120 * SECONDS,
    handlerTimeout: 10 * SECONDS,
    connectionTimeout: 30 * SECONDS,
    // Longer than any proxy in front keeps its own: it is always the client who hangs up first.
    keepAliveTimeout: 75 * SECONDS,
    // A stopping server answers what still reaches it; readiness has turned new clients away.
    return503OnClosing: false,
  });
  // JSON is the only language spoken here; what other sites' forms can send is not understood.
  app.removeContentTypeParser('text/plain');
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('db', browse.db);
  app.decorate('pool', browse.pool);
  app.decorate('checkoutDb', checkout.db);
  app.decorate('checkoutPool', checkout.pool);

  app.setErrorHandler(answerError);
  logRequests(app);
  await secure(app, config.publicOrigin);
  const pools = { browse: browse.pool, checkout: checkout.pool };
  enforceAccess(app, (headers, pool) => findActor(pools[pool], config.authSecret, headers));
  const limit = await limitRates(app, redis, config.rateLimitFactor);
  app.setNotFoundHandler({ preHandler: limit }, (request, reply) =>
    sendProblem(request, reply, { status: 404, code: 'not_found', message: problemMessages.notFound }),
  );

  const streams = keepStreams(browse.pool, log);
  const register = measure(app, pools, redis, streams);
  measureInvariants(register, probe.db);
  const serving = Object.values(pools).map(watchPool);
  reportHealth(app, () =>
    Promise.all([probe.pool.query('select'), ...serving.map(({ assertUsable }) => assertUsable())]),
  );
  await describeApi(app, NAMED_SCHEMAS, config.publicOrigin);

  keepTally(app, browse.db);

  const api = { prefix: '/api' };
  await app.register(catalogRoutes, api);
  await app.register(adminProductRoutes, api);
  await app.register(productImportRoutes, api);
  await app.register(identityRoutes, {
    ...api,
    authSecret: config.authSecret,
    countGuestCart: (headers) => countGuestCart(browse.pool, headers),
  });
  const entrance = { ...api, settings: config, attempts: countAttempts(redis, config.rateLimitFactor) };
  await app.register(authRoutes, {
    ...entrance,
    onSignIn: (request, reply, userId) => takeOverGuestCart(checkout.db, request, reply, userId),
  });
  await app.register(twoFactorRoutes, entrance);
  await app.register(accountRoutes, entrance);
  await app.register(addressRoutes, api);
  await app.register(cartRoutes, {
    ...api,
    authSecret: config.authSecret,
    unlessGuessing: countWrongCodes(redis, config.rateLimitFactor),
  });
  await app.register(wishlistRoutes, api);
  await app.register(checkoutRoutes, { ...api, provider });
  await app.register(webhookRoutes, { ...api, provider });
  await app.register(newsletterRoutes, api);
  await app.register(notificationRoutes, { ...api, authSecret: config.authSecret, redis, streams });
  await app.register(campaignRoutes, api);
  await app.register(orderRoutes, api);
  await app.register(adminOrderRoutes, api);
  await app.register(reviewRoutes, api);
  await app.register(supportRoutes, { ...api, authSecret: config.authSecret });
  await app.register(waitlistRoutes, { ...api, authSecret: config.authSecret });
  await app.register(adminSettingsRoutes, api);
  await app.register(analyticsRoutes, api);
  await app.register(promoRoutes, api);
  await app.register(adminReviewRoutes, api);
  await app.register(adminTicketRoutes, api);
  await app.register(customerRoutes, api);
  await app.register(adminNewsletterRoutes, api);
  await app.register(auditRoutes, api);
  await app.register(systemRoutes, { ...api, redis });
  await app.register(adminPaymentRoutes, api);
  await app.register(adminDisputeRoutes, api);
  await app.register(findRoutes, api);
  await app.register(mediaRoutes, { disk });
  await app.register(uploadRoutes, { ...api, disk });
  await app.register(feedRoutes, { publicOrigin: config.publicOrigin });
  return app;
}

/** These are told by name in the API's description, the others in place. */
const NAMED_SCHEMAS = {
  Address,
  Brand,
  Campaign,
  Cart,
  CartItem,
  Category,
  HeroSlide,
  News,
  Notification,
  Order,
  OwnSession,
  PersonalData,
  Preferences,
  Problem,
  Product,
  ProductDetail,
  Review,
  Session,
  Subscription,
  Suggestion,
  TrackedOrder,
  User,
  Variant,
  WishlistItem,
};
