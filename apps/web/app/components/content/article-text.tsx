import { Fragment } from 'react';
import { Link } from 'react-router';
import type { Block, Words } from '#lib/article.ts';

const LINK = 'font-medium text-violet underline underline-offset-4 hover:text-violet-deep';

/** The blocks of a page of text, in lines of about 68 characters: a zero is wider than most letters. */
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
  if (block.type === 'note')
    return (
      <p className="rounded-card bg-blush px-4 py-3 text-ink text-small">
        <Inline words={block.words} />
      </p>
    );
  if (block.type === 'paragraph')
    return (
      <p className="mt-4">
        <Inline words={block.words} />
      </p>
    );

  const List = block.ordered ? 'ol' : 'ul';
  return (
    <List className={`mt-4 grid gap-2 pl-5 marker:text-mauve-deep ${block.ordered ? 'list-decimal' : 'list-disc'}`}>
      {block.items.map((words) => (
        <li key={JSON.stringify(words)}>
          <Inline words={words} />
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

function Inline({ words }: { words: Words }) {
  return words.map((word) => {
    const key = JSON.stringify(word);
    if (typeof word === 'string') return <Fragment key={key}>{word}</Fragment>;
    if ('strong' in word)
      return (
        <strong key={key} className="font-semibold text-ink">
          <Inline words={word.strong} />
        </strong>
      );
    return word.link.startsWith('/') ? (
      <Link key={key} to={word.link} className={LINK}>
        <Inline words={word.words} />
      </Link>
    ) : (
      <a key={key} href={word.link} className={LINK}>
        <Inline words={word.words} />
      </a>
    );
  });
}
