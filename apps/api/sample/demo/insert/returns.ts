import { returnMessages } from '@shop/contracts/returns/messages';
import { reserveExchanges, sellExchanges, takeBackUnits } from '#inventory/service.ts';
import type { Db } from '#platform/database/db.ts';
import { count, rowsOf } from '#platform/database/sql.ts';
import type { DemoReturn } from '#sample/demo/generate/returns.ts';
import type { DemoStaff } from '#sample/demo/generate/world.ts';
import { inChunks } from './chunks.ts';

/** After the stock of the orders: exchanges reserve or sell units, and received ones are in stock again. */
export async function insertReturns(tx: Db, staff: DemoStaff, all: readonly DemoReturn[]) {
  const rows = all.map(({ row }) => row);
  await inChunks(tx, rows, (part) => count('demo.insertReturns')`insert into returns ${rowsOf(part)}`);
  const lines = all.map(({ row, line }) => ({ ...line, returnId: row.id }));
  await inChunks(tx, lines, (part) => count('demo.insertReturnLines')`insert into return_lines ${rowsOf(part)}`);

  const exchanges = all.flatMap(({ row, line: { id, exchangeVariantId, quantity } }) =>
    exchangeVariantId ? [{ row, returnLineId: id, variantId: exchangeVariantId, quantity }] : [],
  );
  if (!(await reserveExchanges(tx, exchanges))) throw new Error('The demo data exchanges units that are not in stock.');
  await sellExchanges(
    tx,
    exchanges.flatMap(({ row, returnLineId }) => (row.exchangeShippedAt ? [returnLineId] : [])),
  );
  const received = all.filter(({ row }) => row.receivedAt);
  await takeBackUnits(
    tx,
    received.map(({ line: { id, restocked, writtenOff }, bought }) => ({
      returnLineId: id,
      variantId: bought.variant.variantId,
      restocked,
      writtenOff,
    })),
    { reason: returnMessages.writtenOff, actorUserId: staff.packer },
  );
}
