import { hash } from '@node-rs/argon2';
import { findUserId, insertAccount } from '#identity/queries.ts';
import type { Db } from '#platform/database/db.ts';
import { DEMO_ACCOUNTS } from '#sample/accounts.ts';
import type { DemoStaff } from '#sample/demo/generate/world.ts';

const NAMES: Record<keyof DemoStaff, string> = {
  owner: 'Helena Marsh',
  manager: 'Vikram Rao',
  packer: 'Tomas Lind',
  support: 'Amara Cole',
  content: 'Ines Duarte',
  'read-only': 'Peter Novak',
};

const accountOf = (role: keyof DemoStaff) => ({
  name: NAMES[role],
  email: `${role}@example.com`,
  role,
  password: DEMO_ACCOUNTS.admin.password,
});

/** One for each role besides the admin of the sample. Never created in production. */
export const DEMO_STAFF_ACCOUNTS = [
  accountOf('owner'),
  accountOf('manager'),
  accountOf('packer'),
  accountOf('support'),
  accountOf('content'),
  accountOf('read-only'),
];

/** Existing accounts stay unchanged. */
export async function addStaff(tx: Db, createdAt: Date): Promise<DemoStaff> {
  const passwordHash = await hash(DEMO_ACCOUNTS.admin.password);
  const add = async (of: keyof DemoStaff) => {
    const { name, email, role } = accountOf(of);
    const known = await findUserId(tx, email);
    return known ?? insertAccount(tx, { name, email, role, emailVerified: true, createdAt }, passwordHash);
  };
  return {
    owner: await add('owner'),
    manager: await add('manager'),
    packer: await add('packer'),
    support: await add('support'),
    content: await add('content'),
    'read-only': await add('read-only'),
  };
}
