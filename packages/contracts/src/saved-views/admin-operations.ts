import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { CreatedResponse, Id } from '../common/schema.ts';
import { NewView, SavedView, ViewEdit, ViewList } from './schema.ts';

const tag = 'Admin: saved views';

const ByView = z.object({ id: Id.describe('One of your own views, shared or not.') });

export const listViews = operation('GET /admin/views', {
  id: 'listViews',
  tag,
  summary: 'List the views of a list with their counts. Requires the permission to read the list',
  query: z.strictObject({ list: ViewList.describe('The list whose views are sent.') }),
  response: z.array(SavedView),
});

export const createView = operation('POST /admin/views', {
  id: 'createView',
  tag,
  summary: 'Save the filters and sort order of a list as a view',
  idempotent: true,
  body: NewView,
  response: CreatedResponse,
  errors: { 409: ['name_taken', 'too_many_views'], 422: ['view_query_invalid'] },
});

export const editView = operation('PUT /admin/views/:id', {
  id: 'editView',
  tag,
  summary: 'Change name, filters and sharing of an own view',
  params: ByView,
  body: ViewEdit,
  response: CreatedResponse,
  errors: { 404: ['view_not_found'], 409: ['name_taken'], 422: ['view_query_invalid'] },
});

export const deleteView = operation('DELETE /admin/views/:id', {
  id: 'deleteView',
  tag,
  summary: 'Delete an own view',
  params: ByView,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['view_not_found'] },
});
