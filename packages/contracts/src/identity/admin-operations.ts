import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { CreatedResponse, Id } from '../common/schema.ts';
import { AssignedRole, Customer, CustomerQuery, CustomerSummary, RoleChange } from './admin-schema.ts';
import { Staff } from './schema.ts';
import { NewInvitation, StaffList } from './staff-schema.ts';

const ByCustomer = z.object({ id: Id.describe('The customer, who may also be a guest or a staff member.') });
const ByUser = z.object({ id: Id.describe('The user: a customer or a staff member.') });
const ByInvitation = z.object({ id: Id.describe('An invitation that is neither accepted nor revoked.') });

export const listCustomers = operation('GET /admin/customers', {
  id: 'listCustomers',
  tag: 'Admin: customers',
  summary: 'List customers and staff, by name, email address or role',
  query: CustomerQuery,
  response: z.array(CustomerSummary),
  headers: ['Link'],
  errors: { 422: ['search_too_broad'] },
});

export const getCustomer = operation('GET /admin/customers/:id', {
  id: 'getCustomer',
  tag: 'Admin: customers',
  summary: 'Get a customer with their latest orders',
  params: ByCustomer,
  response: Customer,
  errors: { 404: ['customer_not_found'] },
});

export const setRole = operation('PUT /admin/customers/:id/role', {
  id: 'setRole',
  tag: 'Admin: customers',
  summary: 'Change a user’s role. Ends their sessions. At least one owner must remain',
  params: ByUser,
  body: RoleChange,
  response: AssignedRole,
  errors: {
    404: ['customer_not_found'],
    409: ['email_unconfirmed', 'last_owner'],
    422: ['wrong_password'],
    429: ['too_many_attempts'],
  },
});

export const endSessionsOfUser = operation('DELETE /admin/customers/:id/sessions', {
  id: 'endSessionsOfUser',
  tag: 'Admin: customers',
  summary: 'End all sessions of a user',
  params: ByUser,
  idempotent: 'optional',
  status: 204,
  errors: { 403: ['owner_required'], 404: ['customer_not_found'] },
});

export const getCurrentStaffMember = operation('GET /admin/me', {
  id: 'getCurrentStaffMember',
  tag: 'Admin',
  summary: 'Get the current staff member',
  response: Staff,
});

export const listStaff = operation('GET /admin/staff', {
  id: 'listStaff',
  tag: 'Admin: staff',
  summary: 'List staff members and open invitations',
  response: StaffList,
});

export const inviteStaff = operation('POST /admin/staff/invitations', {
  id: 'inviteStaff',
  tag: 'Admin: staff',
  summary: 'Invite a staff member by email. Requires your password',
  idempotent: true,
  body: NewInvitation,
  response: CreatedResponse,
  errors: {
    409: ['already_staff', 'already_invited', 'too_many_invitations', 'account_changed'],
    422: ['wrong_password'],
    429: ['too_many_attempts'],
  },
});

export const resendStaffInvitation = operation('POST /admin/staff/invitations/:id/emails', {
  id: 'resendStaffInvitation',
  tag: 'Admin: staff',
  summary: 'Resend an invitation with a new link. Earlier links stop working',
  params: ByInvitation,
  idempotent: true,
  response: CreatedResponse,
  errors: { 404: ['invitation_not_found'], 409: ['account_changed'] },
});

export const revokeStaffInvitation = operation('DELETE /admin/staff/invitations/:id', {
  id: 'revokeStaffInvitation',
  tag: 'Admin: staff',
  summary: 'Revoke an invitation. Its link stops working',
  params: ByInvitation,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['invitation_not_found'] },
});
