import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import type { ProductDraft } from '@shop/contracts/catalog/admin-schema';
import type { Db } from '#platform/database/db.ts';
import { invalid } from './edit-rules.ts';
import { listPaired } from './pairing-queries.ts';

/** The draft with its pairings as current slugs, each once. Throws for an unknown one, or the product itself. */
export async function resolvePairings(tx: Db, draft: ProductDraft, productId?: string): Promise<ProductDraft> {
  if (!draft.pairings?.length) return draft;
  const found = await tx.run(listPaired(draft.pairings));
  const slugs = draft.pairings.map((entry, place) => {
    const paired = found.find((row) => row.entry === entry);
    if (!paired) throw invalid([{ field: `pairings.${place}`, message: messages.pairingUnknown(entry) }]);
    if (paired.id === productId) throw invalid([{ field: `pairings.${place}`, message: messages.pairingSelf }]);
    return paired.slug;
  });
  return { ...draft, pairings: [...new Set(slugs)] };
}
