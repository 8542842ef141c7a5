/** The complete set of content that a content page supports. */
export type InlineContent = (
  | string
  | { strong: InlineContent }
  | { emphasis: InlineContent }
  | { link: string; content: InlineContent }
)[];

export type Block =
  | { type: 'heading'; level: 2 | 3; id: string; text: string }
  | { type: 'paragraph'; content: InlineContent }
  | { type: 'list'; ordered: boolean; items: InlineContent[] };

export type Article = { heading: string; blocks: Block[]; contents: { id: string; text: string }[] };
