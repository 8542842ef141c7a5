import { toAmount } from '@shop/contracts/common/money';
import { AT_RISK_SHOWN, type AtRiskOrder, type AtRiskQuery } from '@shop/contracts/orders/promise-schema';
import type { Db } from '#platform/database/db.ts';
import { paginateBy } from '#platform/http/paging.ts';
import { toIso } from '#platform/timestamps.ts';
import { type AtRiskRow, listAtRisk } from './at-risk-queries.ts';

export async function browseAtRisk(db: Db, { after }: AtRiskQuery) {
  const [due, id] = after?.split('_') ?? [];
  const rows = await db.run(listAtRisk(AT_RISK_SHOWN + 1, due && id ? { due, id } : undefined));
  const { items, next } = paginateBy(rows, AT_RISK_SHOWN, (last) => `${last.due}_${last.id}`);
  return { orders: items.map(atRiskOrder), next };
}

const STEPS = { pending: 'packing', processing: 'shipping', shipped: 'carrier' } as const;
const hasStep = (status: string): status is keyof typeof STEPS => status in STEPS;

const atRiskOrder = ({ totalCents, createdAt, earliest, latest, ...row }: AtRiskRow): AtRiskOrder => ({
  ...row,
  total: toAmount(totalCents),
  createdAt: toIso(createdAt),
  promise: { earliest, latest },
  waitsFor: hasStep(row.status) ? STEPS[row.status] : 'carrier',
});
