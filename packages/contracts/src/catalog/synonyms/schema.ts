import { z } from 'zod';
import { Id } from '../../common/schema.ts';
import { SYNONYM_LENGTH_MAX, SYNONYMS_MAX } from './constants.ts';
import { synonymMessages as messages } from './messages.ts';

/** A word without spaces, with at least one character or digit. Case and accents do not matter. */
const Synonym = z
  .string()
  .trim()
  .max(SYNONYM_LENGTH_MAX, messages.wordTooLong)
  .regex(/^\S*[\p{L}\p{N}]\S*$/u, messages.tooFew);

/** Words that search treats as the same. */
export const SynonymWords = z.strictObject({
  words: z.array(Synonym).min(2, messages.tooFew).max(SYNONYMS_MAX, messages.tooMany),
});
export type SynonymWords = z.infer<typeof SynonymWords>;

export const SynonymGroup = z.object({
  id: Id,
  /** In lower case, without accents. */
  words: z.array(z.string()),
  updatedAt: z.iso.datetime(),
});
export type SynonymGroup = z.infer<typeof SynonymGroup>;
