import type { ProductColumn } from '@shop/contracts/product-imports';
import type { Db } from '#db.ts';
import { listProductsBySlug } from './queries-desk.ts';
import {
  listAddresses,
  listFormer,
  listItems,
  listLabels,
  listSkuOwners,
  listTwice,
  lockImport,
  type Mark,
  markItems,
  updateImport,
} from './queries-imports.ts';
import { adminProduct } from './rules-desk.ts';
import {
  changesNothing,
  clashesOf,
  type Item,
  opensStock,
  type Refusal,
  repetitionsOf,
  type Twice,
  type Wish,
  wishOf,
} from './rules-import.ts';
import { workThrough } from './work-through.ts';

const PORTION = 200;

/** Finds out what each product of a file would do, and writes nothing of the catalogue. Goes on where it ended. */
export async function checkImport(db: Db, importId: string) {
  const twice = await listTwice(db, importId);
  await workThrough(db, 'check_product_import', importId, () =>
    db.transaction((tx) => checkPortion(tx, importId, twice)),
  );
}

async function checkPortion(tx: Db, importId: string, twice: Twice) {
  const job = await lockImport(tx, importId);
  if (job?.state !== 'checking') return false;
  const items = await listItems(tx, importId, 'waiting', PORTION);
  if (items.length === 0) {
    await updateImport(tx, importId, { state: 'checked' });
    return false;
  }
  const answers = await judge(tx, job, items);
  await markItems(
    tx,
    importId,
    answers.map((answer) => markOf(answer, repetitionsOf(answer.item, twice))),
  );
  return true;
}

function markOf(answer: Wish | Refusal, repetitions: Refusal['problems']): Mark {
  const { row } = answer.item;
  if ('problems' in answer) return { row, state: 'bad', problems: answer.problems };
  if (repetitions.length > 0) return { row, state: 'bad', problems: repetitions };
  if (changesNothing(answer)) return { row, state: 'same' };
  const { now, goods } = answer;
  return { row, state: 'ready', product_id: now?.id, version: now?.version, opens: opensStock(goods) };
}

type Job = { columns: ProductColumn[]; mayOpenStock: boolean };

/** What these products of a file ask for as the shop is now, or why it cannot be: a few questions, however many they are. */
export async function judge(tx: Db, { columns, mayOpenStock }: Job, items: Item[]): Promise<(Wish | Refusal)[]> {
  const slugs = items.map(({ slug }) => slug);
  const products = (await listProductsBySlug(tx, slugs)).map(adminProduct);
  const around = {
    products: new Map(products.map((product) => [product.slug, product])),
    addresses: await listAddresses(tx, slugs),
    former: await listFormer(
      tx,
      products.map(({ id }) => id),
    ),
    ...(await listLabels(tx)),
  };
  const answers = items.map((item) => wishOf(item, columns, mayOpenStock, around));
  const wishes = answers.filter((answer) => 'goods' in answer);
  const owners = await listSkuOwners(
    tx,
    wishes.flatMap(({ goods }) => goods.variants.map(({ sku }) => sku)),
  );
  return answers.map((answer) => {
    const problems = 'goods' in answer ? clashesOf(answer, owners) : [];
    return problems.length > 0 ? { item: answer.item, problems } : answer;
  });
}
