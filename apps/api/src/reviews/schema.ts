import { FITS } from '@shop/contracts/reviews/constants';
import { boolean, integer, pgTable, smallint, text, uuid } from 'drizzle-orm/pg-core';
import { createdAt, id, timestamptz, updatedAt } from '#platform/database/columns.ts';

export const reviews = pgTable('reviews', {
  id: id(),
  productId: uuid().notNull(),
  userId: uuid(),
  userName: text().notNull(),
  ratingHalves: smallint().notNull(),
  comment: text().notNull(),
  status: text({ enum: ['pending', 'approved', 'rejected'] })
    .notNull()
    .default('pending'),
  verifiedBuyer: boolean().notNull().default(true),
  sizeBought: text(),
  fit: text({ enum: FITS }),
  rejectionReason: text().notNull().default(''),
  reply: text(),
  repliedAt: timestamptz(),
  /** Set by a trigger. */
  photoCount: smallint().notNull().default(0),
  /** Set by a trigger. */
  helpfulCount: integer().notNull().default(0),
  createdAt: createdAt(),
  updatedAt: updatedAt(),
});

export const reviewPhotos = pgTable('review_photos', {
  id: id(),
  productId: uuid().notNull(),
  reviewId: uuid(),
  userId: uuid(),
  position: smallint().notNull().default(0),
  width: integer().notNull(),
  height: integer().notNull(),
  removedAt: timestamptz(),
  createdAt: createdAt(),
});

export const reviewVotes = pgTable('review_votes', {
  reviewId: uuid().notNull(),
  userId: uuid().notNull(),
  productId: uuid().notNull(),
  createdAt: createdAt(),
});
