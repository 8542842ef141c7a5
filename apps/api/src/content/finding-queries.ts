import type { PageFinding } from '@shop/contracts/content/admin-schema';
import { FIGURE_SETTINGS } from '@shop/contracts/content/constants';
import type { Db } from '#platform/database/db.ts';
import { oneOf, orNull, text } from '#platform/database/row.ts';
import { all, columnsOf, count, rowsOf } from '#platform/database/sql.ts';

const finding = { sentence: text, figure: text, setting: oneOf(FIGURE_SETTINGS), expected: orNull(text) };

export const listFindings = (pageId: string) =>
  all('content.listFindings', finding)`
    select ${columnsOf(finding)} from page_findings where page_id = ${pageId} order by position`;

const deleteFindings = (pageId: string) =>
  count('content.deleteFindings')`delete from page_findings where page_id = ${pageId}`;

const insertFindings = (pageId: string, findings: PageFinding[]) =>
  count('content.insertFindings')`
    insert into page_findings ${rowsOf(findings.map((row, position) => ({ ...row, pageId, position })))}`;

/** The caller has locked the page. */
export async function replaceFindings(tx: Db, pageId: string, findings: PageFinding[]) {
  await tx.run(deleteFindings(pageId));
  if (findings.length > 0) await tx.run(insertFindings(pageId, findings));
}
