import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { CreatedResponse, Id } from '../common/schema.ts';
import { AdminProduct, AdminProductQuery, ProductChange, ProductSummary, UndoRequest } from './admin-schema.ts';
import { BulkEditProducts, BulkEditQuery, ProductBatchRequest, ProductBatchResult } from './bulk-edit-schema.ts';
import {
  AdminCollection,
  CollectionChange,
  CollectionProduct,
  DeletedCollection,
  NewCollection,
  PickedProducts,
  RulePreview,
  RulePreviewQuery,
} from './collection-admin-schema.ts';
import {
  ImportFile,
  ImportProblem,
  ImportProblemQuery,
  ImportQuery,
  ProductFilter,
  ProductImport,
} from './import-schema.ts';
import { ProductCollection } from './product-form-schema.ts';
import { ProductDetail } from './schema.ts';

const tag = 'Admin: products';

const ByProduct = z.object({ id: Id.describe('The product, in any status; its slug may change, its id does not.') });
const ByBatch = z.object({ id: Id.describe('The `batchId` of the response to the bulk edit.') });
const ByCollection = z.object({ id: Id.describe('The collection, in any status but deleted.') });
const ByImport = z.object({ id: Id.describe('The import, as the response to its upload names it.') });

export const listAllProducts = operation('GET /admin/products', {
  id: 'listAllProducts',
  tag,
  summary: 'List all products, including drafts, newest first unless sorted otherwise',
  query: AdminProductQuery,
  response: z.array(ProductSummary),
  headers: ['Link'],
  errors: { 422: ['sort_too_broad'] },
});

export const getAdminProduct = operation('GET /admin/products/:id', {
  id: 'getAdminProduct',
  tag,
  summary: 'Get a product in any status',
  params: ByProduct,
  response: AdminProduct,
  errors: { 404: ['product_not_found'] },
});

export const previewProduct = operation('GET /admin/products/:id/preview', {
  id: 'previewProduct',
  tag,
  summary: 'Get a product as its page in the store shows it, also while it isn’t published',
  params: ByProduct,
  response: ProductDetail,
  errors: { 404: ['product_not_found'] },
});

export const listCollectionsOfProduct = operation('GET /admin/products/:id/collections', {
  id: 'listCollectionsOfProduct',
  tag,
  summary: 'List the collections that contain a product, also those that aren’t published',
  params: ByProduct,
  response: z.array(ProductCollection),
});

export const listProductChanges = operation('GET /admin/products/:id/history', {
  id: 'listProductChanges',
  tag,
  summary: 'List the latest changes to a product',
  params: ByProduct,
  response: z.array(ProductChange),
});

export const undoProductChange = operation('POST /admin/products/:id/undo', {
  id: 'undoProductChange',
  tag,
  summary: 'Undo a change to a product. Sales aren’t affected',
  params: ByProduct,
  idempotent: 'optional',
  body: UndoRequest,
  response: AdminProduct,
  errors: { 404: ['product_not_found', 'change_not_found'], 409: ['undo_expired', 'undo_conflict'] },
});

export const duplicateProduct = operation('POST /admin/products/:id/duplicate', {
  id: 'duplicateProduct',
  tag,
  summary: 'Duplicate a product as a draft',
  params: ByProduct,
  idempotent: 'optional',
  status: 201,
  response: AdminProduct,
  errors: { 404: ['product_not_found'] },
});

export const listProductsForEdit = operation('GET /admin/products/for-edit', {
  id: 'listProductsForEdit',
  tag,
  summary: 'List up to 100 products with the fields of a bulk edit, by id or by the filters of the product list',
  query: BulkEditQuery,
  response: BulkEditProducts,
});

export const createProductBatch = operation('POST /admin/product-batches', {
  id: 'createProductBatch',
  tag,
  summary: 'Change up to 100 products at once: all of them, or none if one has a newer version or is invalid',
  idempotent: true,
  body: ProductBatchRequest,
  response: ProductBatchResult,
  errors: { 404: ['product_not_found'], 409: ['edit_conflict', 'insufficient_stock'] },
});

export const undoProductBatch = operation('POST /admin/product-batches/:id/undo', {
  id: 'undoProductBatch',
  tag,
  summary: 'Undo a bulk edit within 30 days, unless one of its products was edited later. Sales aren’t affected',
  params: ByBatch,
  response: ProductBatchResult,
  errors: { 404: ['batch_not_found'], 409: ['undo_expired', 'undo_conflict'] },
});

export const listAllCollections = operation('GET /admin/collections', {
  id: 'listAllCollections',
  tag,
  summary: 'List all collections, including drafts, in the order of the store',
  response: z.array(AdminCollection),
});

export const previewCollectionRules = operation('GET /admin/collections/preview', {
  id: 'previewCollectionRules',
  tag,
  summary: 'Count the products that match rules, and get the first of them',
  query: RulePreviewQuery,
  response: RulePreview,
  errors: { 503: ['search_busy'] },
});

export const getAdminCollection = operation('GET /admin/collections/:id', {
  id: 'getAdminCollection',
  tag,
  summary: 'Get a collection in any status',
  params: ByCollection,
  response: AdminCollection,
  errors: { 404: ['collection_not_found'] },
});

export const listCollectionProducts = operation('GET /admin/collections/:id/products', {
  id: 'listCollectionProducts',
  tag,
  summary: 'List the first 500 products of a collection, in its sort order',
  params: ByCollection,
  response: z.array(CollectionProduct),
  errors: { 404: ['collection_not_found'] },
});

export const createCollection = operation('POST /admin/collections', {
  id: 'createCollection',
  tag,
  summary: 'Create a collection. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: NewCollection,
  status: 201,
  response: AdminCollection,
  errors: { 409: ['too_many_collections'] },
});

export const updateCollection = operation('PUT /admin/collections/:id', {
  id: 'updateCollection',
  tag,
  summary: 'Update a collection. Fails if a newer version exists. New rules are applied in the background',
  params: ByCollection,
  body: CollectionChange,
  response: AdminCollection,
  errors: { 404: ['collection_not_found'], 409: ['edit_conflict'] },
});

export const setCollectionProducts = operation('PUT /admin/collections/:id/products', {
  id: 'setCollectionProducts',
  tag,
  summary: 'Set the products of a hand-picked collection, in this order',
  params: ByCollection,
  body: PickedProducts,
  response: AdminCollection,
  errors: { 404: ['collection_not_found'], 409: ['edit_conflict', 'collection_by_rules'] },
});

export const deleteCollection = operation('DELETE /admin/collections/:id', {
  id: 'deleteCollection',
  tag,
  summary: 'Delete a collection. Its products stay',
  params: ByCollection,
  idempotent: 'optional',
  response: DeletedCollection,
  errors: { 404: ['collection_not_found'] },
});

export const exportProducts = operation('GET /admin/products/export', {
  id: 'exportProducts',
  tag,
  summary: 'Export filtered products as CSV',
  query: ProductFilter,
  produces: ['text/csv'],
});

export const createProductImport = operation('POST /admin/product-imports', {
  id: 'createProductImport',
  tag,
  summary: 'Upload a product CSV file and check it without importing (dry run)',
  query: ImportFile,
  idempotent: true,
  consumes: ['text/csv'],
  status: 201,
  response: CreatedResponse,
  errors: { 422: ['import_unreadable'], 429: ['busy'] },
});

export const listProductImports = operation('GET /admin/product-imports', {
  id: 'listProductImports',
  tag,
  summary: 'List product imports, newest first',
  query: ImportQuery,
  response: z.array(ProductImport),
  headers: ['Link'],
});

export const getProductImport = operation('GET /admin/product-imports/:id', {
  id: 'getProductImport',
  tag,
  summary: 'Get the status of a product import',
  params: ByImport,
  response: ProductImport,
  errors: { 404: ['import_not_found'] },
});

export const listProductImportProblems = operation('GET /admin/product-imports/:id/problems', {
  id: 'listProductImportProblems',
  tag,
  summary: 'List the errors of a product import by row',
  params: ByImport,
  query: ImportProblemQuery,
  response: z.array(ImportProblem),
  headers: ['Link'],
  errors: { 404: ['import_not_found'] },
});

export const exportProductImportProblems = operation('GET /admin/product-imports/:id/problems/export', {
  id: 'exportProductImportProblems',
  tag,
  summary: 'Export the errors of a product import as CSV',
  params: ByImport,
  produces: ['text/csv'],
  errors: { 404: ['import_not_found'] },
});

const importAction = {
  tag,
  params: ByImport,
  idempotent: 'optional',
  response: ProductImport,
  errors: { 404: ['import_not_found'], 409: ['invalid_import_status'] },
} as const;

export const runProductImport = operation('POST /admin/product-imports/:id/run', {
  id: 'runProductImport',
  summary: 'Start or resume a product import in the background',
  ...importAction,
});

export const stopProductImport = operation('POST /admin/product-imports/:id/stop', {
  id: 'stopProductImport',
  summary: 'Stop a product import after the current batch',
  ...importAction,
});

export const undoProductImport = operation('POST /admin/product-imports/:id/undo', {
  id: 'undoProductImport',
  summary: 'Undo a product import within 30 days. Sales aren’t affected',
  ...importAction,
});
