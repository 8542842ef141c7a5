import { REMEDIES_OF, type Remedy } from '@shop/contracts/analytics/demand-constants';
import type { DemandRow } from '@shop/contracts/analytics/demand-schema';
import type { Permission } from '@shop/contracts/common/permissions';

const capitalized = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The page where a remedy is applied, and the permission that it needs. */
const PAGES: Record<Remedy, { needs: Permission; urlOf: (row: DemandRow) => string }> = {
  synonym: {
    needs: 'products.write',
    urlOf: ({ name }) => `/admin/synonyms?${new URLSearchParams({ words: name })}`,
  },
  product: {
    needs: 'products.write',
    urlOf: ({ name }) => `/admin/products/new?${new URLSearchParams({ name: capitalized(name) })}`,
  },
  restock: { needs: 'stock.write', urlOf: ({ productId }) => `/admin/products/edit/${productId}#adjust-stock` },
};

export const remedyLinks = (row: DemandRow, can: (permission: Permission) => boolean) =>
  REMEDIES_OF[row.subject]
    .filter((remedy) => can(PAGES[remedy].needs))
    .map((remedy) => ({ remedy, to: PAGES[remedy].urlOf(row) }));
