import { z } from 'zod';
import { Id, Moment } from '../common/schema.ts';
import { PHRASE_WORDS_MAX, SYNONYM_LENGTH_MAX, SYNONYMS_MAX } from './synonym-constants.ts';
import { synonymMessages as messages } from './synonym-messages.ts';

/** A word or a phrase, each word with at least one character or digit. Case and accents do not matter. */
const Synonym = z
  .string()
  .trim()
  .max(SYNONYM_LENGTH_MAX, messages.wordTooLong)
  .regex(/^\S*[\p{L}\p{N}]\S*(?:\s+\S*[\p{L}\p{N}]\S*)*$/u, messages.tooFew)
  .refine((phrase) => phrase.split(/\s+/).length <= PHRASE_WORDS_MAX, messages.phraseTooLong);

export const SynonymWords = z
  .strictObject({
    words: z
      .array(Synonym)
      .min(2, messages.tooFew)
      .max(SYNONYMS_MAX, messages.tooMany)
      .describe(
        `Words and phrases of up to ${PHRASE_WORDS_MAX} words. Stored in lower case, without accents, each once; at least two must remain.`,
      ),
  })
  .meta({
    id: 'SynonymWords',
    description:
      'Words that search treats as the same. A phrase counts where all of its words are in a row; a word does not stand for a phrase.',
  });
export type SynonymWords = z.infer<typeof SynonymWords>;

export const SynonymGroup = z
  .object({
    id: Id,
    words: z.array(z.string()).describe('In lower case, without accents, in the order in which they were entered.'),
    updatedAt: Moment.describe('When its words were last saved.'),
  })
  .meta({
    id: 'SynonymGroup',
    description: 'A group of words that search treats as the same. A change takes effect with the next search.',
  });
export type SynonymGroup = z.infer<typeof SynonymGroup>;
