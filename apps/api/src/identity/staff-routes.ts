import { createHash } from 'node:crypto';
import { CreatedResponse } from '@shop/contracts/common/schema';
import * as operations from '@shop/contracts/identity/admin-operations';
import type { NewInvitation } from '@shop/contracts/identity/staff-schema';
import type { FastifyPluginAsync, FastifyRequest } from 'fastify';
import { confirmPassword } from '#identity/auth/own-password.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { keyedCall, runIdempotent, runOnceWithoutResponse } from '#platform/http/idempotency.ts';
import { browseStaff, inviteStaff, resendInvitation, revokeInvitation } from './invitations.ts';

export const staffRoutes: FastifyPluginAsync<AuthRouteOptions> = async (app, { attempts }) => {
  withoutCaching(app);
  const { db } = app;

  handle(app, operations.listStaff, { access: 'staff.write' }, ({ actor }) => browseStaff(db, actor));

  handle(app, operations.inviteStaff, { access: 'staff.write', rate: 'cart' }, async (request) => {
    const { actor, body } = request;
    const { password, ...invitation } = body;
    await confirmPassword(db, attempts, actor, password);
    return runIdempotent(db, callOf(request, invitation), CreatedResponse, (tx) => inviteStaff(tx, actor, invitation));
  });

  handle(app, operations.resendStaffInvitation, { access: 'staff.write', rate: 'cart' }, (request) =>
    runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
      resendInvitation(tx, request.actor, request.params.id),
    ),
  );

  handle(app, operations.revokeStaffInvitation, { access: 'staff.write', rate: 'cart' }, async (request) => {
    await runOnceWithoutResponse(db, request, (tx) => revokeInvitation(tx, request.actor, request.params.id));
  });
};

/** The call is identified without the password: no fast hash of one may be stored. */
const callOf = (request: FastifyRequest, { email, role }: Omit<NewInvitation, 'password'>) => ({
  ...keyedCall(request),
  requestHash: createHash('sha256').update(`${request.method} ${request.url}\n${role} ${email}`).digest(),
});
