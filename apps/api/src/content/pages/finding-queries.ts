import type { PageFinding } from '@shop/contracts/content/admin-schema';
import { eq } from 'drizzle-orm';
import type { Db } from '#platform/database/db.ts';
import { pageFindings } from './schema.ts';

export const listFindings = (db: Db, pageId: string) =>
  db
    .select({
      sentence: pageFindings.sentence,
      figure: pageFindings.figure,
      setting: pageFindings.setting,
      expected: pageFindings.expected,
    })
    .from(pageFindings)
    .where(eq(pageFindings.pageId, pageId))
    .orderBy(pageFindings.position);

/** The caller has locked the page. */
export async function replaceFindings(tx: Db, pageId: string, findings: PageFinding[]) {
  await tx.delete(pageFindings).where(eq(pageFindings.pageId, pageId));
  if (findings.length === 0) return;
  await tx.insert(pageFindings).values(findings.map((finding, position) => ({ ...finding, pageId, position })));
}
