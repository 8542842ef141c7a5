import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Block, InlineContent } from './article-content.ts';

const LINK = 'font-medium text-violet underline underline-offset-4 hover:text-violet-deep';

/** `60ch` gives lines of about 68 characters: `ch` is the width of a zero, wider than most characters. */
export function ArticleText({ blocks }: { blocks: Block[] }) {
  return (
    <div className="max-w-[60ch] text-ink-soft [&>*:first-child]:mt-0">
      {withKeys(blocks).map(({ key, item }) => (
        <ArticleBlock key={key} block={item} />
      ))}
    </div>
  );
}

/** A product description: also shows single line breaks, as they were typed. */
export function DescriptionText({ blocks }: { blocks: Block[] }) {
  return (
    <div className="whitespace-pre-line">
      <ArticleText blocks={blocks} />
    </div>
  );
}

function ArticleBlock({ block }: { block: Block }) {
  if (block.type === 'heading') return <ArticleHeading {...block} />;
  if (block.type === 'paragraph')
    return (
      <p className="mt-4">
        <Inline content={block.content} />
      </p>
    );

  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`mt-4 grid gap-2 pl-5 marker:text-mauve-deep ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {withKeys(block.items).map(({ key, item }) => (
        <li key={key}>
          <Inline content={item} />
        </li>
      ))}
    </List>
  );
}

function ArticleHeading({ level, id, text }: { level: 2 | 3; id: string; text: string }) {
  if (level === 3)
    return (
      <h3 id={id || undefined} className="mt-8 text-h3 text-ink">
        {text}
      </h3>
    );
  return (
    <h2 id={id} className="mt-12 font-display text-h2 text-ink">
      {text}
    </h2>
  );
}

function Inline({ content }: { content: InlineContent }) {
  return withKeys(content).map(({ key, item: node }) => {
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>;
    if ('strong' in node)
      return (
        <strong key={key} className="font-semibold text-ink">
          <Inline content={node.strong} />
        </strong>
      );
    if ('emphasis' in node)
      return (
        <em key={key}>
          <Inline content={node.emphasis} />
        </em>
      );
    return node.link.startsWith('/') ? (
      <Link key={key} to={node.link} className={LINK}>
        <Inline content={node.content} />
      </Link>
    ) : (
      <a key={key} href={node.link} className={LINK}>
        <Inline content={node.content} />
      </a>
    );
  });
}

/** The content is the key. A text can repeat itself: equal items are numbered. */
function withKeys<T>(items: T[]) {
  const counts = new Map<string, number>();
  return items.map((item) => {
    const content = JSON.stringify(item);
    const count = counts.get(content) ?? 0;
    counts.set(content, count + 1);
    return { key: `${count} ${content}`, item };
  });
}
