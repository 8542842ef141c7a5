import { DEMAND_ROWS, type DemandKind, type Remedy } from '@shop/contracts/analytics/demand-constants';
import { demandMessages } from '@shop/contracts/analytics/demand-messages';
import type { Demand, DemandQuery, DemandRow, RemedyChoice } from '@shop/contracts/analytics/demand-schema';
import { record } from '#audit/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import type { Actor } from '#platform/http/access.ts';
import {
  listSoldOutProducts,
  listSoldOutVariants,
  listUnclickedDemand,
  listWaitedVariants,
  listZeroResultDemand,
} from './demand-queries.ts';
import { itemRow, remedyRow, searchRow } from './demand-rules.ts';
import { type ReportRange, rangeOf, reportedRange } from './range.ts';
import { deleteRemedy, findDemandName, insertRemedy, listRemedies, lockRemedy } from './remedy-queries.ts';

export async function browseDemand(db: Db, query: DemandQuery, now: Date): Promise<Demand> {
  const range = await rangeOf(db, query, now);
  const kind = query.kind ?? 'noResults';
  return { range: reportedRange(range), kind, rows: await listDemand(db, kind, range, DEMAND_ROWS) };
}

/** Most lost interest first; of remedies, the newest. Waitlists and remedies are those of now, whatever the range. */
export async function listDemand(db: Db, kind: DemandKind, range: ReportRange, limit: number): Promise<DemandRow[]> {
  const lists: Record<DemandKind, () => Promise<DemandRow[]>> = {
    noResults: async () => (await db.run(listZeroResultDemand(range, limit))).map((row) => searchRow(kind, row)),
    noClicks: async () => (await db.run(listUnclickedDemand(range, limit))).map((row) => searchRow(kind, row)),
    soldOut: async () => (await db.run(listSoldOutProducts(range, limit))).map((row) => itemRow('product', row)),
    sizes: async () => (await db.run(listSoldOutVariants(range, limit))).map((row) => itemRow('variant', row)),
    waitlist: async () => (await db.run(listWaitedVariants(limit))).map((row) => itemRow('variant', row)),
    done: async () => (await db.run(listRemedies(limit))).map(remedyRow),
  };
  return lists[kind]();
}

/** A repeated request changes nothing. Another remedy counts from now on; without one, the row is in its list again. */
export async function chooseRemedy(db: Db, actor: Actor, { subject, key: given, remedy }: RemedyChoice) {
  const thing = { subject, key: given.toLowerCase() };
  await db.transaction(async (tx) => {
    const old = await tx.run(lockRemedy(thing));
    if ((old?.remedy ?? null) === remedy) return;
    const before = old ? { name: old.name, remedy: old.remedy } : null;
    if (old) await tx.run(deleteRemedy(old.id));
    const added = remedy && (await addRemedy(tx, thing, remedy));
    // Added by a request at the same time.
    if (remedy && !added) return;
    await record(tx, actor, {
      action: added ? 'demand.remedy' : 'demand.reopen',
      entity: 'demand',
      entityId: added?.id ?? old?.id ?? '',
      before,
      after: added ? { name: added.name, remedy } : null,
    });
  });
  return { remedy };
}

async function addRemedy(tx: Db, thing: Pick<RemedyChoice, 'subject' | 'key'>, remedy: Remedy) {
  const found = await tx.run(findDemandName(thing));
  if (!found) throw new DomainError('not_found', 'demand_not_found', demandMessages.notFound);
  const inserted = await tx.run(insertRemedy(thing, found.name, remedy));
  return inserted && { ...inserted, ...found };
}
