import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { parseJson } from '@shop/contracts/common/parse-json';
import { z } from 'zod';

/**
 * One deleted account. Of the email address only a hash is listed, and only if it was verified: it shows whether a
 * restored account has the same address.
 */
export const Erasure = z.object({
  userId: z.uuid(),
  emailHash: z.string().nullable(),
  erasedAt: z.iso.datetime({ offset: true }),
});
export type Erasure = z.infer<typeof Erasure>;

export const hashEmail = (userId: string, email: string) =>
  createHash('sha256').update(`${userId}:${email}`).digest('hex');

const SUFFIX = '.json';

/**
 * One file per account, so that processes can write concurrently and a repetition changes nothing. The file is complete
 * and flushed to disk (fsync) under its name when this returns.
 */
export async function listErasure(directory: string, erasure: Erasure) {
  await mkdir(directory, { recursive: true });
  const unfinished = join(directory, `${erasure.userId}.${randomUUID()}.part`);
  const file = await open(unfinished, 'wx');
  try {
    await file.writeFile(`${JSON.stringify(erasure)}\n`);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(unfinished, join(directory, erasure.userId + SUFFIX));
  const names = await open(directory, 'r');
  await names.sync().finally(() => names.close());
}

/** Throws on a malformed file: a skipped erasure would restore a deleted account. */
export async function* readErasures(directory: string) {
  for (const name of (await readdirIfExists(directory)).toSorted()) {
    if (!name.endsWith(SUFFIX)) continue;
    const text = await readFile(join(directory, name), 'utf8');
    const erasure = Erasure.safeParse(parseJson(text));
    if (!erasure.success) throw new Error(`${join(directory, name)} is no entry of the erasure list.`);
    yield erasure.data;
  }
}

async function readdirIfExists(directory: string) {
  try {
    return await readdir(directory);
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return [];
    throw error;
  }
}
