import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Block, InlineContent } from './article.ts';

const LINK = 'font-medium text-violet underline underline-offset-4 hover:text-violet-deep';

/** `60ch` gives lines of about 68 characters: `ch` is the width of a zero, wider than most characters. */
export function ArticleText({ blocks }: { blocks: Block[] }) {
  return (
    <div className="max-w-[60ch] text-ink-soft [&>*:first-child]:mt-0">
      {blocks.map((block) => (
        <ArticleBlock key={JSON.stringify(block)} block={block} />
      ))}
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
      {block.items.map((item) => (
        <li key={JSON.stringify(item)}>
          <Inline content={item} />
        </li>
      ))}
    </List>
  );
}

function ArticleHeading({ level, id, text }: { level: 2 | 3; id: string; text: string }) {
  if (level === 3)
    return (
      <h3 id={id} className="mt-8 text-h3 text-ink">
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
  return content.map((node) => {
    const key = JSON.stringify(node);
    if (typeof node === 'string') return <Fragment key={key}>{node}</Fragment>;
    if ('strong' in node)
      return (
        <strong key={key} className="font-semibold text-ink">
          <Inline content={node.strong} />
        </strong>
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
