import { collectionMessages } from '@shop/contracts/catalog/collection-messages';
import type { CollectionProductsQuery } from '@shop/contracts/catalog/collection-schema';
import { COUNT_MAX, PAGE_SIZE } from '@shop/contracts/catalog/constants';
import * as operations from '@shop/contracts/catalog/operations';
import type { FastifyPluginAsync } from 'fastify';
import { decodeCursor, encodeCursor } from '#catalog/rules.ts';
import { readCards } from '#catalog/service.ts';
import type { Db } from '#platform/database/db.ts';
import { DomainError } from '#platform/errors.ts';
import { cachePublicly } from '#platform/http/caching.ts';
import { handle } from '#platform/http/handle.ts';
import { paginateBy, setNextCursorLink } from '#platform/http/paging.ts';
import {
  countPublishedMembers,
  findCurrentSlug,
  findPublished,
  listPublished,
  listPublishedMembers,
} from './queries.ts';
import { countText } from './rules.ts';

export const collectionRoutes: FastifyPluginAsync = async (app) => {
  cachePublicly(app);

  handle(app, operations.listCollections, { access: 'public' }, ({ readDb }) => readDb.run(listPublished()));

  handle(app, operations.getCollection, { access: 'public' }, async (request, reply) => {
    const found = await readCollection(request.readDb, request.params.collection);
    return 'movedTo' in found ? reply.redirect(`/api/collections/${found.movedTo}`, 301) : found.collection;
  });

  handle(app, operations.listProductsOfCollection, { access: 'public' }, async (request, reply) => {
    const { products, total, nextCursor } = await browseCollection(
      request.readDb,
      request.params.collection,
      request.query,
    );
    reply.header('x-total-count', total);
    setNextCursorLink(reply, request.url, nextCursor);
    return products;
  });
};

const notFound = () => new DomainError('not_found', 'collection_not_found', collectionMessages.notFound);

/** The collection, or its current slug if `slug` is a previous one. */
async function readCollection(db: Db, slug: string) {
  const row = await db.run(findPublished(slug));
  if (row) {
    const { kind: _kind, sort: _sort, ...collection } = row;
    return { collection };
  }
  const current = await db.run(findCurrentSlug(slug));
  if (current) return { movedTo: current.slug };
  throw notFound();
}

async function browseCollection(db: Db, slug: string, query: CollectionProductsQuery) {
  const { limit = PAGE_SIZE, cursor } = query;
  const collection = await db.run(findPublished(slug));
  if (!collection) throw notFound();

  const after = cursor ? decodeCursor(cursor, { [collection.sort]: 1 }) : undefined;
  const found = await db.run(listPublishedMembers(collection.id, limit + 1, after));
  const { items, next } = paginateBy(found, limit, ({ id, sortKey }) =>
    encodeCursor({ order: collection.sort, values: [sortKey], id }),
  );
  return {
    products: await readCards(
      db,
      items.map(({ id }) => id),
    ),
    total: countText((await db.run(countPublishedMembers(collection, COUNT_MAX + 1))).count, COUNT_MAX),
    nextCursor: next,
  };
}
