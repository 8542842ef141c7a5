import { parseArgs } from 'node:util';
import { createAdmin, NewAdmin } from '../../apps/api/src/identity/auth/create-admin.ts';
import { resetTwoFactor } from '../../apps/api/src/identity/auth/reset-two-factor.ts';
import { listStaff } from '../../apps/api/src/identity/staff-queries.ts';
import { toIso } from '../../apps/api/src/platform/timestamps.ts';
import { withDatabase } from './connection.ts';
import { askForPassword, confirm } from './prompts.ts';

export async function runCreateAdmin(args: string[]) {
  const { values } = parseArgs({ args, options: { email: { type: 'string' }, name: { type: 'string' } } });
  const admin = NewAdmin.safeParse({ email: values.email, name: values.name, password: await askForPassword() });
  if (!admin.success) {
    const usage = 'npm run shop -- create-admin --email you@example.com --name "Your Name"';
    throw new Error([...admin.error.issues.map(({ message }) => message), '', usage].join('\n'));
  }
  const { promoted } = await withDatabase(10_000, (db) => createAdmin(db, admin.data));
  const { email } = admin.data;
  console.log(promoted ? `${email} is now an owner. Its password was updated.` : `Owner account created for ${email}.`);
}

export async function runListStaff(args: string[]) {
  parseArgs({ args, options: {} });
  const staff = await withDatabase(10_000, (db) => db.run(listStaff()));
  const rows = staff.map(({ email, role, twoFactor, lastLoginAt, name }) => [
    email,
    role,
    twoFactor ? 'two-factor on' : 'two-factor off',
    lastLoginAt ? toIso(lastLoginAt).slice(0, 16) : 'never logged in',
    name,
  ]);
  const widths = [0, 1, 2, 3].map((column) => Math.max(...rows.map((row) => row[column]?.length ?? 0)));
  for (const row of rows) console.log(row.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join('  '));
  if (rows.length === 0) console.log('There are no staff accounts. Create one with `npm run shop -- create-admin`.');
}

export async function runResetTwoFactor(args: string[]) {
  const options = { email: { type: 'string' }, yes: { type: 'boolean', default: false } } as const;
  const { email, yes } = parseArgs({ args, options }).values;
  if (!email) throw new Error('An email address is required: --email them@example.com');
  await confirm(`Turn off two-factor authentication for ${email} and end all sessions of the account?`, yes);
  const { sessions } = await withDatabase(10_000, (db) => resetTwoFactor(db, email.trim().toLowerCase()));
  const ended = sessions === 1 ? '1 session ended' : `${sessions} sessions ended`;
  console.log(`Two-factor authentication is off for ${email}, ${ended}. The worker sends an email about it.`);
}
