import { UNDO_DAYS } from '@shop/contracts/admin-products';
import type { AuditAction } from '@shop/contracts/audit-log-texts';
import {
  IMPORT_PROBLEMS_SHOWN,
  IMPORTS_SHOWN,
  type ImportProblem,
  type ProductImport,
} from '@shop/contracts/product-imports';
import { productImportMessages as messages } from '@shop/contracts/product-imports-texts';
import { record } from '#audit/service.ts';
import type { Db } from '#db.ts';
import { type Actor, forbidden, mayNow } from '#platform/access.ts';
import { csvRow } from '#platform/csv.ts';
import { DomainError } from '#platform/errors.ts';
import { inPages, pageOf } from '#platform/paging.ts';
import { findImport, listImports, listTroubles, lockImport, updateImport } from './queries-imports.ts';
import { enqueueWork } from './work-through.ts';

const DAY_MS = 24 * 60 * 60 * 1_000;
const PROBLEMS_PAGE = 1_000;

export async function browseImports(db: Db, after?: string) {
  const { items, next } = pageOf(await listImports(db, { limit: IMPORTS_SHOWN + 1, after }), IMPORTS_SHOWN);
  return { imports: items.map(shown), next };
}

export async function getImport(db: Db, id: string) {
  const row = await findImport(db, id);
  if (!row) throw notFound();
  return shown(row);
}

const notFound = () => new DomainError('not_found', 'import_not_found', messages.notFound);
const conflict = (message: string) => new DomainError('conflict', 'import_state', message);

function shown({ startedAt, ...row }: NonNullable<Awaited<ReturnType<typeof findImport>>>): ProductImport {
  const until = startedAt && new Date(new Date(startedAt).getTime() + UNDO_DAYS * DAY_MS);
  const isUndoable = until && until > new Date() && row.done > 0 && ['imported', 'stopped'].includes(row.state);
  return {
    ...row,
    createdAt: new Date(row.createdAt).toISOString(),
    undoableUntil: isUndoable ? until.toISOString() : null,
  };
}

/** A page of what is wrong with which lines. Its cursor is the first line of the last product on it. */
export async function browseProblems(db: Db, id: string, after?: number) {
  await getImport(db, id);
  const found = await listTroubles(db, id, { limit: IMPORT_PROBLEMS_SHOWN + 1, after });
  const shownHere = found.slice(0, IMPORT_PROBLEMS_SHOWN);
  const next = found.length > IMPORT_PROBLEMS_SHOWN ? shownHere.at(-1)?.row : undefined;
  return { problems: shownHere.flatMap(problemsOf), next: next?.toString() };
}

const problemsOf = ({ slug, problems }: Awaited<ReturnType<typeof listTroubles>>[number]): ImportProblem[] =>
  problems.map((problem) => ({ ...problem, slug }));

/** All of it as a table, read page by page while it is sent. */
export async function exportProblems(db: Db, id: string) {
  await getImport(db, id);
  return writeProblems(db, id);
}

async function* writeProblems(db: Db, id: string) {
  yield csvRow([messages.line, messages.slug, messages.problem]);
  const page = (limit: number, last?: { row: number }) => listTroubles(db, id, { limit, after: last?.row });
  for await (const rows of inPages(PROBLEMS_PAGE, page))
    yield rows
      .flatMap(problemsOf)
      .map(({ row, slug, message }) => csvRow([row, slug, message]))
      .join('');
}

/** Has the worker write what the check found good, or go on with it. Asked for twice, it is done once. */
export async function startImport(tx: Db, actor: Actor, id: string) {
  const job = await heldImport(tx, id);
  if (job.state === 'importing') return getImport(tx, id);
  if ((job.state !== 'checked' && job.state !== 'stopped') || job.ready === 0) throw conflict(messages.notChecked);
  if (isOld(job.startedAt ?? job.createdAt)) throw conflict(messages.tooOld);
  if (job.opensStock && !mayNow(actor, 'stock.write')) throw forbidden();

  await updateImport(tx, id, { state: 'importing', startedAt: job.startedAt ?? new Date(), ...doer(actor) });
  await tell(tx, actor, 'import.start', job, 'importing');
  await enqueueWork(tx, 'run_product_import', id);
  return getImport(tx, id);
}

/** The portion at hand is finished, and no other begun. */
export async function stopImport(tx: Db, actor: Actor, id: string) {
  const job = await heldImport(tx, id);
  if (job.state === 'stopped') return getImport(tx, id);
  if (job.state !== 'importing') throw conflict(messages.notRunning);

  await updateImport(tx, id, { state: 'stopped', ...doer(actor) });
  await tell(tx, actor, 'import.stop', job, 'stopped');
  return getImport(tx, id);
}

/** Has the worker take back what the import did, and nothing else: neither later edits nor sales. */
export async function startUndo(tx: Db, actor: Actor, id: string) {
  const job = await heldImport(tx, id);
  if (job.state === 'undoing') return getImport(tx, id);
  if (job.state !== 'imported' && job.state !== 'stopped') throw conflict(messages.cannotUndo);
  if (!job.startedAt || isOld(job.startedAt)) throw conflict(messages.undoTooLate);

  await updateImport(tx, id, { state: 'undoing', ...doer(actor) });
  await tell(tx, actor, 'import.undo', job, 'undoing');
  await enqueueWork(tx, 'undo_product_import', id);
  return getImport(tx, id);
}

async function heldImport(tx: Db, id: string) {
  const job = await lockImport(tx, id);
  if (!job || job.state === 'receiving') throw notFound();
  return job;
}

const isOld = (since: Date) => Date.now() - since.getTime() >= UNDO_DAYS * DAY_MS;
const doer = ({ id, requestId }: Actor) => ({ doerId: id, requestId });

type Told = { id: string; state: string; fileName: string };
const tell = (tx: Db, actor: Actor, action: AuditAction, { id, state, fileName }: Told, to: string) =>
  record(tx, actor, {
    action,
    entity: 'product_import',
    entityId: id,
    before: { state },
    after: { state: to, fileName },
  });
