/** What a page of text may hold, and nothing else. */
export type Words = (string | { strong: Words } | { link: string; words: Words })[];

export type Block =
  | { type: 'heading'; level: 2 | 3; id: string; text: string }
  | { type: 'paragraph'; words: Words }
  | { type: 'note'; words: Words }
  | { type: 'list'; ordered: boolean; items: Words[] };

export type Article = { heading: string; blocks: Block[]; contents: { id: string; text: string }[] };
