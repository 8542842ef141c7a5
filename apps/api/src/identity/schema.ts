import { bigint, boolean, integer, pgTable, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const users = pgTable('users', {
  id: id(),
  name: text().notNull(),
  email: text().notNull(),
  emailVerified: boolean().notNull().default(false),
  /** Of the first confirmation, written by a trigger; null if that was before it was stored. */
  emailConfirmedAt: timestamptz(),
  image: text(),
  phone: text(),
  role: text().notNull().default('customer'),
  twoFactorEnabled: boolean().notNull().default(false),
  wantsOrderEmails: boolean().notNull().default(true),
  wantsMarketing: boolean().notNull().default(false),
  marketingConsentAt: timestamptz(),
  passwordChangedAt: timestamptz(),
  needsNewPassword: boolean().notNull().default(false),
  /** Of staff only. */
  lastLoginAt: timestamptz(),
  /** The address of a guest; null for accounts. The `email` of a guest is a placeholder. */
  guestEmail: text(),
  guestKeptAt: timestamptz(),
  deletedAt: timestamptz(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const sessions = pgTable('sessions', {
  id: id(),
  userId: uuid().notNull(),
  token: text().notNull(),
  expiresAt: timestamptz().notNull(),
  ipAddress: text(),
  userAgent: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const accounts = pgTable('accounts', {
  id: id(),
  userId: uuid().notNull(),
  accountId: text().notNull(),
  providerId: text().notNull(),
  accessToken: text(),
  refreshToken: text(),
  idToken: text(),
  accessTokenExpiresAt: timestamptz(),
  refreshTokenExpiresAt: timestamptz(),
  scope: text(),
  password: text(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const verifications = pgTable('verifications', {
  id: id(),
  identifier: text().notNull(),
  value: text().notNull(),
  expiresAt: timestamptz().notNull(),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const emailChangeUndos = pgTable('email_change_undos', {
  id: id(),
  userId: uuid().notNull(),
  oldEmail: text().notNull(),
  secretHash: text().notNull(),
  expiresAt: timestamptz().notNull(),
  createdAt: createdAt(),
});

export const staffInvitations = pgTable('staff_invitations', {
  id: id(),
  email: text().notNull(),
  role: text({ enum: ['owner', 'manager', 'packer', 'support', 'content', 'read-only'] }).notNull(),
  secretHash: text().notNull(),
  invitedBy: uuid(),
  expiresAt: timestamptz().notNull(),
  acceptedAt: timestamptz(),
  revokedAt: timestamptz(),
  createdAt: createdAt(),
});

export const twoFactors = pgTable('two_factors', {
  id: id(),
  userId: uuid().notNull(),
  secret: text().notNull(),
  backupCodes: text().notNull(),
  verified: boolean().notNull().default(true),
  failedVerificationCount: integer().default(0),
  lockedUntil: timestamptz(),
  /** TOTP time step of the last accepted authentication code. */
  lastUsedStep: bigint({ mode: 'number' }),
});

export const addresses = pgTable('addresses', {
  id: id(),
  userId: uuid().notNull(),
  name: text().notNull(),
  recipient: text(),
  line1: text().notNull(),
  line2: text(),
  city: text().notNull(),
  state: text().notNull(),
  postalCode: text().notNull(),
  country: text({ enum: ['United States', 'Canada', 'United Kingdom', 'Australia', 'India'] }).notNull(),
  phone: text(),
  isDefault: boolean().notNull().default(false),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});
