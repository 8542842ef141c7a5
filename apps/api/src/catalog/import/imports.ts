import type { AuditAction } from '@shop/contracts/audit/messages';
import { productImportMessages as messages } from '@shop/contracts/catalog/import-messages';
import {
  IMPORT_PROBLEMS_SHOWN,
  IMPORTS_SHOWN,
  type ImportProblem,
  type ProductImport,
} from '@shop/contracts/catalog/import-schema';
import { type AuditActor, record } from '#audit/service.ts';
import { isUndoable, undoableUntil } from '#catalog/rules.ts';
import { csvRow } from '#platform/csv.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { type Actor, canNow, forbidden } from '#platform/http/access.ts';
import { paginate, paginateBy, readPages } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { enqueueImportJob } from './import-job.ts';
import {
  findImport,
  type ImportRow,
  listImports,
  listRowErrors,
  lockImport,
  type RowErrors,
  updateImport,
} from './queries.ts';

const PROBLEMS_PAGE = 1_000;

export async function browseImports(db: Db, after?: string) {
  const { items, next } = paginate(await db.run(listImports({ limit: IMPORTS_SHOWN + 1, after })), IMPORTS_SHOWN);
  return { imports: items.map(toProductImport), next };
}

export async function getImport(db: Db, id: string) {
  const row = await db.run(findImport(id));
  if (!row) throw notFound();
  return toProductImport(row);
}

const notFound = () => new DomainError('not_found', 'import_not_found', messages.notFound);
const conflict = (message: string) => new DomainError('conflict', 'invalid_import_status', message);

function toProductImport({ startedAt, ...row }: ImportRow): ProductImport {
  const until = startedAt && undoableUntil(startedAt);
  const isOpen = until && until > new Date() && row.imported > 0 && ['imported', 'stopped'].includes(row.status);
  return {
    ...row,
    createdAt: toIso(row.createdAt),
    undoableUntil: isOpen ? toIso(until) : null,
  };
}

/** A page of row errors. Its cursor is the first row of the last product on it. */
export async function browseProblems(db: Db, id: string, after?: number) {
  await getImport(db, id);
  const found = await db.run(listRowErrors(id, { limit: IMPORT_PROBLEMS_SHOWN + 1, after }));
  const { items, next } = paginateBy(found, IMPORT_PROBLEMS_SHOWN, ({ row }) => `${row}`);
  return { problems: items.flatMap(problemsOf), next };
}

const problemsOf = ({ slug, problems }: RowErrors): ImportProblem[] =>
  problems.map((problem) => ({ ...problem, slug }));

/** All row errors as CSV, read page by page while it is streamed. */
export async function exportProblems(db: Db, id: string) {
  await getImport(db, id);
  return writeProblems(db, id);
}

async function* writeProblems(db: Db, id: string) {
  yield csvRow([messages.row, messages.slug, messages.problem]);
  const page = (limit: number, last?: { row: number }) => db.run(listRowErrors(id, { limit, after: last?.row }));
  for await (const rows of readPages(PROBLEMS_PAGE, page))
    yield rows
      .flatMap(problemsOf)
      .map(({ row, slug, message }) => csvRow([row, slug, message]))
      .join('');
}

/** Queues the import of the items that passed the check, or resumes it. Idempotent. */
export async function startImport(tx: Db, actor: Actor, id: string) {
  const job = await lockReceivedImport(tx, id);
  if (job.status === 'importing') return getImport(tx, id);
  if ((job.status !== 'checked' && job.status !== 'stopped') || job.ready === 0) throw conflict(messages.notChecked);
  if (!isUndoable(job.startedAt ?? job.createdAt)) throw conflict(messages.tooOld);
  if (job.setsOpeningStock && !canNow(actor, 'stock.write')) throw forbidden();

  await tx.run(
    updateImport(id, { status: 'importing', startedAt: job.startedAt ?? new Date(), ...actorColumns(actor) }),
  );
  await recordImportAction(tx, actor, 'import.start', job, 'importing');
  await enqueueImportJob(tx, 'run_product_import', id);
  return getImport(tx, id);
}

/** The current batch is finished, and no other started. */
export async function stopImport(tx: Db, actor: Actor, id: string) {
  const job = await lockReceivedImport(tx, id);
  if (job.status === 'stopped') return getImport(tx, id);
  if (job.status !== 'importing') throw conflict(messages.notRunning);

  await tx.run(updateImport(id, { status: 'stopped', ...actorColumns(actor) }));
  await recordImportAction(tx, actor, 'import.stop', job, 'stopped');
  return getImport(tx, id);
}

/** Queues the undo of what the import did; later edits and sales are not affected. */
export async function startUndo(tx: Db, actor: Actor, id: string) {
  const job = await lockReceivedImport(tx, id);
  if (job.status === 'undoing') return getImport(tx, id);
  if (job.status !== 'imported' && job.status !== 'stopped') throw conflict(messages.cannotUndo);
  if (!job.startedAt || !isUndoable(job.startedAt)) throw conflict(messages.undoExpired);

  await tx.run(updateImport(id, { status: 'undoing', ...actorColumns(actor) }));
  await recordImportAction(tx, actor, 'import.undo', job, 'undoing');
  await enqueueImportJob(tx, 'undo_product_import', id);
  return getImport(tx, id);
}

async function lockReceivedImport(tx: Db, id: string) {
  const job = await tx.run(lockImport(id));
  if (!job || job.status === 'receiving') throw notFound();
  return job;
}

const actorColumns = ({ id, requestId }: Actor) => ({ startedBy: id, requestId, lostPermission: false });

/** For the job: the person who started this step may no longer do it. What is left can be resumed or undone by others. */
export async function stopWithoutPermission(tx: Db, job: LoggedImport) {
  await tx.run(updateImport(job.id, { status: 'stopped', lostPermission: true }));
  await recordImportAction(tx, { id: null }, 'import.stop', job, 'stopped');
}

type LoggedImport = { id: string; status: string; fileName: string };
const recordImportAction = (
  tx: Db,
  actor: AuditActor,
  action: AuditAction,
  { id, status, fileName }: LoggedImport,
  to: string,
) =>
  record(tx, actor, {
    action,
    entity: 'product_import',
    entityId: id,
    before: { status },
    after: { status: to, fileName },
  });
