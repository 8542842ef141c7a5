import { problemMessages } from '@shop/contracts/common/messages';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler } from 'fastify-type-provider-zod';
import type { Disk } from 'flydrive';
import { registerDemandCounter } from '#analytics/demand-counter.ts';
import { demandRoutes } from '#analytics/demand-routes.ts';
import { auditRoutes, recordDeniedAccess } from '#audit/routes.ts';
import { campaignRoutes, campaignSendingRoutes } from '#campaigns/routes.ts';
import { catalogRoutes } from '#catalog/routes.ts';
import { adminPaymentRoutes } from '#checkout/admin-routes.ts';
import { adminPageRoutes } from '#content/admin-page-routes.ts';
import { homeContentRoutes } from '#content/home-routes.ts';
import { adminHomeContentRoutes } from '#content/online-store-routes.ts';
import { pageRoutes } from '#content/page-routes.ts';
import { discountCodeRoutes } from '#discounts/routes.ts';
import { invitationRoutes } from '#identity/accept-invitation-routes.ts';
import { addressRoutes } from '#identity/account/address-routes.ts';
import { accountRoutes } from '#identity/account/routes.ts';
import { countAttempts } from '#identity/auth/attempts.ts';
import { confirmPassword } from '#identity/auth/own-password.ts';
import { countWaitingHashes } from '#identity/auth/passwords.ts';
import { authRoutes, type LoginHandler } from '#identity/auth/routes.ts';
import { twoFactorRoutes } from '#identity/auth/two-factor-routes.ts';
import { customerRoutes } from '#identity/customer-routes.ts';
import { staffRoutes } from '#identity/staff-routes.ts';
import { stockRoutes } from '#inventory/routes.ts';
import { invoiceRoutes } from '#invoices/routes.ts';
import { adminOrderRoutes } from '#orders/admin-routes.ts';
import { promiseRoutes } from '#orders/at-risk-routes.ts';
import { shipmentRoutes } from '#orders/shipment-routes.ts';
import { orderStatusRoutes } from '#orders/status-routes.ts';
import type { PaymentProvider } from '#platform/clients/payment-provider.ts';
import type { OptionalRedis } from '#platform/clients/redis.ts';
import type { Connection } from '#platform/database/connection.ts';
import type { Db } from '#platform/database/db.ts';
import { watchPool } from '#platform/database/pool-watch.ts';
import { PROBE } from '#platform/database/server-info.ts';
import { enforceAccess } from '#platform/http/access.ts';
import { describeApi } from '#platform/http/docs.ts';
import { registerDryRuns } from '#platform/http/dry-run.ts';
import { acceptEmptyBodies } from '#platform/http/empty-bodies.ts';
import { reportHealth } from '#platform/http/health.ts';
import { rejectMalformed } from '#platform/http/malformed-requests.ts';
import { handleError, sendProblem } from '#platform/http/problem.ts';
import { limitRates } from '#platform/http/rate-limit.ts';
import { secure } from '#platform/http/security.ts';
import { serverOptions } from '#platform/http/server-options.ts';
import { traceRequests } from '#platform/request-spans.ts';
import { type ReplicaConnections, routeReads } from '#platform/route-reads.ts';
import { findRoutes } from '#quick-search/routes.ts';
import { viewRoutes } from '#saved-views/routes.ts';
import { measureInvariants } from '#system/metrics.ts';
import { measureQueue } from '#system/queue-metrics.ts';
import { systemRoutes } from '#system/routes.ts';
import { analyticsRoutes } from './analytics/routes.ts';
import { registerVisitCounter } from './analytics/visit-counter.ts';
import { TAGS } from './api-reference.ts';
import { securityLog } from './audit/service.ts';
import { createDiscountCodeLimiter } from './cart/discount-code-limiter.ts';
import { takeOverCarts } from './cart/merge-cart.ts';
import { cartRoutes } from './cart/routes.ts';
import { countGuestCart } from './cart/service.ts';
import { wishlistRoutes } from './cart/wishlist-routes.ts';
import { checkoutRoutes } from './checkout/routes.ts';
import { feedRoutes } from './feeds/routes.ts';
import { identityRoutes } from './identity/routes.ts';
import { findActor, findActorOfOrderLink } from './identity/service.ts';
import { uploadRoutes } from './media/admin-routes.ts';
import { mediaRoutes } from './media/routes.ts';
import { adminNewsletterRoutes } from './newsletter/admin-routes.ts';
import { newsletterRoutes } from './newsletter/routes.ts';
import { notificationRoutes } from './notifications/routes.ts';
import { createStreams } from './notifications/streams.ts';
import { ORDER_PARTS } from './order-parts.ts';
import { orderRoutes } from './orders/routes.ts';
import { adminDisputeRoutes } from './payments/admin-routes.ts';
import { webhookRoutes } from './payments/routes.ts';
import type { Config } from './platform/config.ts';
import { logRequests } from './platform/logging.ts';
import { registerMetrics } from './platform/metrics.ts';
import { trackRequests } from './platform/request-context.ts';
import { returnRoutes } from './returns/routes.ts';
import { adminReviewRoutes } from './reviews/admin-routes.ts';
import { publicPhotoRoutes, reviewPhotoRoutes } from './reviews/photo-routes.ts';
import { reviewRoutes } from './reviews/routes.ts';
import { adminSettingsRoutes } from './settings/admin-routes.ts';
import { settingsRoutes } from './settings/routes.ts';
import { setupRoutes } from './setup/routes.ts';
import { adminTicketRoutes } from './support/admin-routes.ts';
import { supportRoutes } from './support/routes.ts';
import { UNDO_TABLE } from './undo.ts';
import { waitlistRoutes } from './waitlist/routes.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** For browsing, account pages and reads by staff. */
    db: Db;
    /** For everything a purchase needs, login included: browsing traffic cannot exhaust these connections. */
    checkoutDb: Db;
    /** From a small pool for text search and facets only: heavy search traffic does not delay other requests. */
    lendSearchConnection: Connection['lend'];
  }
}

export type AppDependencies = {
  config: Config;
  log: FastifyBaseLogger;
  browse: Connection;
  checkout: Connection;
  search: Connection;
  /** A dedicated connection for health checks and metrics: busy pools must not look like an outage. */
  probe: Connection;
  /** For catalog, exports and analytics. */
  replica?: ReplicaConnections;
  redis: OptionalRedis;
  disk: Disk;
  provider: PaymentProvider;
};

/** Builds the API with all its routes. Complete only after `ready()`. */
export async function buildApp(dependencies: AppDependencies) {
  const { config, log, browse, checkout, search, probe, replica, redis, disk, provider } = dependencies;
  const app = Fastify(serverOptions(log, config.trustedProxies));
  // Only JSON bodies are accepted: forms on other sites can send text/plain (CSRF).
  app.removeContentTypeParser('text/plain');
  acceptEmptyBodies(app);
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.decorate('db', browse.db);
  app.decorate('checkoutDb', checkout.db);
  app.decorate('lendSearchConnection', search.lend);

  registerDryRuns(app);
  traceRequests(app);
  app.setErrorHandler(handleError);
  logRequests(app);
  trackRequests(app);
  secure(app, config.publicOrigin);
  rejectMalformed(app);
  const serving = { browse, checkout };
  enforceAccess(
    app,
    (headers, pool) => findActor(serving[pool].db, config.acceptedAuthSecrets, headers),
    (request, pool) => findActorOfOrderLink(serving[pool].db, config.acceptedAuthSecrets, request),
  );
  const events = securityLog({ db: browse.db, redis, log, authSecret: config.authSecret });
  recordDeniedAccess(app, events);
  const limit = limitRates(app, redis, config);
  app.setNotFoundHandler({ preHandler: limit }, (request, reply) =>
    sendProblem(request, reply, { status: 404, code: 'not_found', message: problemMessages.notFound }),
  );

  const streams = createStreams(browse.db, log);
  const pools = {
    browse: browse.pool,
    checkout: checkout.pool,
    search: search.pool,
    ...(replica && { replica: replica.browse.pool, replica_search: replica.search.pool }),
  };
  const gauges = { pools, redis, provider, countStreams: streams.count, countWaitingHashes };
  const register = registerMetrics(app, config.commit, gauges);
  measureInvariants(register, probe.db);
  measureQueue(register, probe.db, log);
  await routeReads(app, { browse, checkout, search, probe }, replica, register);
  const watched = Object.values(serving).map(({ pool }) => watchPool(pool));
  reportHealth(app, () => Promise.all([probe.db.run(PROBE), ...watched.map(({ assertUsable }) => assertUsable())]));
  await describeApi(app, TAGS, config);

  const { rateLimitFactor, trustedProxies } = config;
  registerVisitCounter(app, browse.db, { redis, rateLimitFactor, trustedProxies });
  registerDemandCounter(app, browse.db, { redis, rateLimitFactor, trustedProxies });

  const api = { prefix: '/api' };
  await app.register(catalogRoutes, api);
  await app.register(stockRoutes, api);
  await app.register(identityRoutes, {
    ...api,
    acceptedAuthSecrets: config.acceptedAuthSecrets,
    countGuestCart: (headers) => countGuestCart(browse.db, headers),
  });
  const authRouteOptions = { ...api, settings: config, attempts: countAttempts(redis, config.rateLimitFactor), events };
  const onLogin: LoginHandler = (...login) => takeOverCarts(checkout.db, ...login);
  await app.register(authRoutes, { ...authRouteOptions, onLogin });
  await app.register(invitationRoutes, { ...authRouteOptions, onLogin });
  await app.register(twoFactorRoutes, authRouteOptions);
  await app.register(accountRoutes, authRouteOptions);
  await app.register(addressRoutes, api);
  await app.register(cartRoutes, {
    ...api,
    acceptedAuthSecrets: config.acceptedAuthSecrets,
    discountCodeLimiter: createDiscountCodeLimiter(redis, config.rateLimitFactor),
  });
  await app.register(wishlistRoutes, api);
  await app.register(checkoutRoutes, {
    ...api,
    provider,
    authSecret: config.authSecret,
    rateLimitFactor: config.rateLimitFactor,
  });
  await app.register(webhookRoutes, { ...api, provider });
  await app.register(newsletterRoutes, { ...api, acceptedAuthSecrets: config.acceptedAuthSecrets });
  await app.register(notificationRoutes, { ...api, acceptedAuthSecrets: config.acceptedAuthSecrets, redis, streams });
  await app.register(campaignRoutes, { ...api, publicOrigin: config.publicOrigin });
  await app.register(campaignSendingRoutes, { ...api, authSecret: config.authSecret });
  await app.register(orderRoutes, {
    ...api,
    parts: ORDER_PARTS,
    authSecret: config.authSecret,
    acceptedAuthSecrets: config.acceptedAuthSecrets,
  });
  await app.register(orderStatusRoutes, api);
  await app.register(adminOrderRoutes, api);
  await app.register(promiseRoutes, api);
  await app.register(shipmentRoutes, { ...api, authSecret: config.authSecret });
  await app.register(returnRoutes, { ...api, acceptedAuthSecrets: config.acceptedAuthSecrets });
  await app.register(invoiceRoutes, { ...api, disk });
  await app.register(reviewRoutes, api);
  const { acceptedAuthSecrets, inboundMail } = config;
  await app.register(supportRoutes, { ...api, acceptedAuthSecrets, inboundMail });
  await app.register(waitlistRoutes, { ...api, acceptedAuthSecrets: config.acceptedAuthSecrets });
  await app.register(settingsRoutes, api);
  await app.register(adminSettingsRoutes, api);
  await app.register(pageRoutes, api);
  await app.register(adminPageRoutes, api);
  await app.register(setupRoutes, { ...api, provider });
  await app.register(analyticsRoutes, api);
  await app.register(demandRoutes, api);
  await app.register(discountCodeRoutes, api);
  await app.register(homeContentRoutes, api);
  await app.register(adminHomeContentRoutes, api);
  await app.register(adminReviewRoutes, api);
  await app.register(adminTicketRoutes, api);
  await app.register(customerRoutes, authRouteOptions);
  await app.register(staffRoutes, authRouteOptions);
  await app.register(adminNewsletterRoutes, api);
  await app.register(viewRoutes, api);
  await app.register(auditRoutes, {
    ...api,
    undo: UNDO_TABLE,
    confirmPassword: (actor, password) => confirmPassword(browse.db, authRouteOptions.attempts, actor, password),
  });
  await app.register(systemRoutes, { ...api, redis });
  await app.register(adminPaymentRoutes, api);
  await app.register(adminDisputeRoutes, api);
  await app.register(findRoutes, api);
  await app.register(mediaRoutes, { disk });
  await app.register(uploadRoutes, { ...api, disk });
  await app.register(reviewPhotoRoutes, { ...api, disk });
  await app.register(publicPhotoRoutes, { disk });
  await app.register(feedRoutes, { publicOrigin: config.publicOrigin });
  return app;
}
