import { createHash } from 'node:crypto';
import { CreatedResponse, Id } from '@shop/contracts/common/schema';
import { NewInvitation, StaffList } from '@shop/contracts/identity/staff-schema';
import type { FastifyRequest } from 'fastify';
import type { FastifyPluginAsyncZod } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { confirmPassword } from '#identity/auth/own-password.ts';
import type { AuthRouteOptions } from '#identity/auth/routes.ts';
import { withoutCaching } from '#platform/http/caching.ts';
import {
  IdempotencyHeaders,
  keyedCall,
  OptionalIdempotencyHeaders,
  runIdempotent,
  runOnceWithoutResponse,
} from '#platform/http/idempotency.ts';
import { browseStaff, inviteStaff, resendInvitation, revokeInvitation } from './invitations.ts';

const tags = ['Admin: staff'];
const params = z.object({ id: Id });
const write = { config: { access: 'staff.write', rate: 'cart' } } as const;

export const staffRoutes: FastifyPluginAsyncZod<AuthRouteOptions> = async (app, { attempts }) => {
  withoutCaching(app);
  const { db } = app;

  app.get(
    '/admin/staff',
    {
      config: { access: 'staff.write' },
      schema: {
        operationId: 'listStaff',
        tags,
        summary: 'List staff members and open invitations',
        response: { 200: StaffList },
      },
    },
    ({ actor }) => browseStaff(db, actor),
  );

  app.post(
    '/admin/staff/invitations',
    {
      ...write,
      schema: {
        operationId: 'inviteStaff',
        tags,
        summary: 'Invite a staff member by email. Requires your password',
        headers: IdempotencyHeaders,
        body: NewInvitation,
        response: { 200: CreatedResponse },
        errors: {
          409: ['already_staff', 'already_invited', 'too_many_invitations', 'account_changed'],
          422: ['wrong_password'],
          429: ['too_many_attempts'],
        },
      },
    },
    async (request) => {
      const { actor, body } = request;
      const { password, ...invitation } = body;
      await confirmPassword(db, attempts, actor, password);
      return runIdempotent(db, callOf(request, invitation), CreatedResponse, (tx) =>
        inviteStaff(tx, actor, invitation),
      );
    },
  );

  app.post(
    '/admin/staff/invitations/:id/emails',
    {
      ...write,
      schema: {
        operationId: 'resendStaffInvitation',
        tags,
        summary: 'Resend an invitation with a new link. Earlier links stop working',
        headers: IdempotencyHeaders,
        params,
        response: { 200: CreatedResponse },
        errors: { 404: ['invitation_not_found'], 409: ['account_changed'] },
      },
    },
    (request) =>
      runIdempotent(db, keyedCall(request), CreatedResponse, (tx) =>
        resendInvitation(tx, request.actor, request.params.id),
      ),
  );

  app.delete(
    '/admin/staff/invitations/:id',
    {
      ...write,
      schema: {
        operationId: 'revokeStaffInvitation',
        tags,
        summary: 'Revoke an invitation. Its link stops working',
        params,
        headers: OptionalIdempotencyHeaders,
        response: { 204: z.null() },
        errors: { 404: ['invitation_not_found'] },
      },
    },
    async (request, reply) => {
      await runOnceWithoutResponse(db, request, (tx) => revokeInvitation(tx, request.actor, request.params.id));
      return reply.status(204).send(null);
    },
  );
};

/** The call is identified without the password: no fast hash of one may be stored. */
const callOf = (request: FastifyRequest, { email, role }: Omit<NewInvitation, 'password'>) => ({
  ...keyedCall(request),
  requestHash: createHash('sha256').update(`${request.method} ${request.url}\n${role} ${email}`).digest(),
});
