import { z } from 'zod';
import { operation } from '../common/operation.ts';
import { Id } from '../common/schema.ts';
import { SynonymGroup, SynonymWords } from './synonym-schema.ts';

const tag = 'Admin: search synonyms';

const ByGroup = z.object({ id: Id.describe('The group. A change of its words does not change its id.') });

export const listSynonyms = operation('GET /admin/search-synonyms', {
  id: 'listSynonyms',
  tag,
  summary: 'List the groups of search synonyms by their first words',
  response: z.array(SynonymGroup),
});

export const createSynonyms = operation('POST /admin/search-synonyms', {
  id: 'createSynonyms',
  tag,
  summary: 'Add a group of search synonyms. A group with the same words is not added again',
  idempotent: 'optional',
  body: SynonymWords,
  status: 201,
  response: SynonymGroup,
  errors: { 409: ['too_many_synonyms'] },
});

export const saveSynonyms = operation('PUT /admin/search-synonyms/:id', {
  id: 'saveSynonyms',
  tag,
  summary: 'Replace the words of a group of search synonyms',
  params: ByGroup,
  body: SynonymWords,
  response: SynonymGroup,
  errors: { 404: ['synonyms_not_found'] },
});

export const deleteSynonyms = operation('DELETE /admin/search-synonyms/:id', {
  id: 'deleteSynonyms',
  tag,
  summary: 'Delete a group of search synonyms',
  params: ByGroup,
  idempotent: 'optional',
  status: 204,
  errors: { 404: ['synonyms_not_found'] },
});
