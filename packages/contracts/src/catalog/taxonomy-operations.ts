import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import {
  TaxonomyDraft,
  TaxonomyEdit,
  TaxonomyItem,
  TaxonomyMerge,
  TaxonomyMerged,
  TaxonomyPositions,
} from './taxonomy-schema.ts';

const tag = 'Admin: categories and brands';

const ByCategory = z.object({ id: Id.describe('The category. Renaming it does not change its id.') });
const ByBrand = z.object({ id: Id.describe('The brand. Renaming it does not change its id.') });
const MergedCategory = z.object({ id: Id.describe('The category that loses its products and is deleted.') });
const MergedBrand = z.object({ id: Id.describe('The brand that loses its products and is deleted.') });

const listAllCategories = operation('GET /admin/categories', {
  id: 'listAllCategories',
  tag,
  summary: 'List categories in the order of the store, with their numbers of products',
  response: z.array(TaxonomyItem),
});

const getAdminCategory = operation('GET /admin/categories/:id', {
  id: 'getAdminCategory',
  tag,
  summary: 'Get a category',
  params: ByCategory,
  response: TaxonomyItem,
  errors: { 404: ['category_not_found'] },
});

const createCategory = operation('POST /admin/categories', {
  id: 'createCategory',
  tag,
  summary: 'Create a category. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: TaxonomyDraft,
  status: 201,
  response: TaxonomyItem,
  errors: { 409: ['name_taken', 'slug_taken', 'too_many'] },
});

const reorderCategories = operation('PUT /admin/categories/positions', {
  id: 'reorderCategories',
  tag,
  summary: 'Change the order of categories. Fails unless the ids are those of all categories',
  body: TaxonomyPositions,
  response: z.array(TaxonomyItem),
  errors: { 409: ['list_changed'] },
});

const updateCategory = operation('PUT /admin/categories/:id', {
  id: 'updateCategory',
  tag,
  summary: 'Update a category. Fails if a newer version exists. Previous names and slugs redirect to it',
  params: ByCategory,
  body: TaxonomyEdit,
  response: TaxonomyItem,
  errors: { 404: ['category_not_found'], 409: ['edit_conflict', 'merge_in_progress', 'name_taken', 'slug_taken'] },
});

const mergeCategory = operation('POST /admin/categories/:id/merge', {
  id: 'mergeCategory',
  tag,
  summary: 'Move all products to another category and delete this one',
  params: MergedCategory,
  idempotent: 'optional',
  body: TaxonomyMerge,
  response: TaxonomyMerged,
  errors: { 404: ['category_not_found'], 409: ['merge_in_progress'] },
});

const deleteCategory = operation('DELETE /admin/categories/:id', {
  id: 'deleteCategory',
  tag,
  summary: 'Delete a category that no product uses',
  params: ByCategory,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['category_not_found'], 409: ['in_use', 'merge_in_progress'] },
});

const listAllBrands = operation('GET /admin/brands', {
  id: 'listAllBrands',
  tag,
  summary: 'List brands in the order of the store, with their numbers of products',
  response: z.array(TaxonomyItem),
});

const getAdminBrand = operation('GET /admin/brands/:id', {
  id: 'getAdminBrand',
  tag,
  summary: 'Get a brand',
  params: ByBrand,
  response: TaxonomyItem,
  errors: { 404: ['brand_not_found'] },
});

const createBrand = operation('POST /admin/brands', {
  id: 'createBrand',
  tag,
  summary: 'Create a brand. Repeat requests with the same idempotency key create it once',
  idempotent: 'optional',
  body: TaxonomyDraft,
  status: 201,
  response: TaxonomyItem,
  errors: { 409: ['name_taken', 'slug_taken', 'too_many'] },
});

const reorderBrands = operation('PUT /admin/brands/positions', {
  id: 'reorderBrands',
  tag,
  summary: 'Change the order of brands. Fails unless the ids are those of all brands',
  body: TaxonomyPositions,
  response: z.array(TaxonomyItem),
  errors: { 409: ['list_changed'] },
});

const updateBrand = operation('PUT /admin/brands/:id', {
  id: 'updateBrand',
  tag,
  summary: 'Update a brand. Fails if a newer version exists. Previous names and slugs redirect to it',
  params: ByBrand,
  body: TaxonomyEdit,
  response: TaxonomyItem,
  errors: { 404: ['brand_not_found'], 409: ['edit_conflict', 'merge_in_progress', 'name_taken', 'slug_taken'] },
});

const mergeBrand = operation('POST /admin/brands/:id/merge', {
  id: 'mergeBrand',
  tag,
  summary: 'Move all products to another brand and delete this one',
  params: MergedBrand,
  idempotent: 'optional',
  body: TaxonomyMerge,
  response: TaxonomyMerged,
  errors: { 404: ['brand_not_found'], 409: ['merge_in_progress'] },
});

const deleteBrand = operation('DELETE /admin/brands/:id', {
  id: 'deleteBrand',
  tag,
  summary: 'Delete a brand that no product uses',
  params: ByBrand,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['brand_not_found'], 409: ['in_use', 'merge_in_progress'] },
});

/** The same for both kinds. */
export const taxonomyOperations = {
  category: {
    list: listAllCategories,
    get: getAdminCategory,
    create: createCategory,
    reorder: reorderCategories,
    update: updateCategory,
    merge: mergeCategory,
    remove: deleteCategory,
  },
  brand: {
    list: listAllBrands,
    get: getAdminBrand,
    create: createBrand,
    reorder: reorderBrands,
    update: updateBrand,
    merge: mergeBrand,
    remove: deleteBrand,
  },
};
