import type { HomeBlock } from '@shop/contracts/content/home-schema';
import type { ReactNode } from 'react';

export type BlockTexts = Pick<HomeBlock, 'eyebrow' | 'heading' | 'text'>;

type SectionHeadingProps = {
  id: string;
  /** The texts of the store; an empty one stands for the default. */
  texts?: BlockTexts;
  eyebrow: string;
  title: string;
  children?: ReactNode;
};

/** `children` is at the end of the line, for a link to the whole list. */
export function SectionHeading({ id, texts, eyebrow, title, children }: SectionHeadingProps) {
  return (
    <div className="mb-8 flex flex-wrap items-end justify-between gap-x-8 gap-y-2 desktop:mb-12">
      <div className="min-w-0 wrap-anywhere">
        <p className="eyebrow">{texts?.eyebrow || eyebrow}</p>
        <h2 id={id} className="mt-2 font-display text-h2">
          {texts?.heading || title}
        </h2>
        {texts?.text && <p className="mt-3 max-w-[60ch] text-ink-soft">{texts.text}</p>}
      </div>
      {children}
    </div>
  );
}
