import type { FastifyInstance } from 'fastify';
import { adminCollectionRoutes } from './collections/admin-routes.ts';
import { collectionRoutes } from './collections/routes.ts';
import { productImportRoutes } from './import/routes.ts';
import { productBatchRoutes } from './products/bulk-edit-routes.ts';
import { adminProductRoutes } from './products/routes.ts';
import { synonymRoutes } from './search/synonym-routes.ts';
import { searchRoutes, storefrontRoutes } from './storefront-routes.ts';
import { taxonomyRoutes } from './taxonomy/routes.ts';

export async function catalogRoutes(app: FastifyInstance) {
  await app.register(storefrontRoutes);
  await app.register(searchRoutes);
  await app.register(adminProductRoutes);
  await app.register(productBatchRoutes);
  await app.register(taxonomyRoutes);
  await app.register(synonymRoutes);
  await app.register(productImportRoutes);
  await app.register(collectionRoutes);
  await app.register(adminCollectionRoutes);
}
