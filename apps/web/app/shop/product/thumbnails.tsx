import { productMessages } from '@shop/contracts/catalog/product-messages';
import type { MouseEvent } from 'react';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { IMAGE_SIZE } from './image-size.ts';

type ThumbnailsProps = {
  images: { src: string }[];
  active: number;
  onClick: (index: number) => (event: MouseEvent) => void;
};

/** Links into the row of images: beside it on desktops, below it on tablets. Phones swipe instead. */
export function Thumbnails({ images, active, onClick }: ThumbnailsProps) {
  return (
    <ul className="flex flex-wrap gap-3 max-tablet:hidden tablet:max-desktop:order-last desktop:row-span-2 desktop:flex-col desktop:flex-nowrap">
      {images.map(({ src }, index) => (
        <li key={src}>
          <a
            href={`#picture-${index + 1}`}
            aria-label={productMessages.imageOf(index + 1, images.length)}
            aria-current={index === active || undefined}
            onClick={onClick(index)}
            className="block rounded-image border border-line aria-current:border-violet aria-current:ring-2 aria-current:ring-violet aria-current:ring-offset-2 aria-current:ring-offset-paper hover:border-line-strong"
          >
            <ResponsiveImage
              {...IMAGE_SIZE}
              src={src}
              alt=""
              sizes="72px"
              largest={320}
              className="aspect-4/5 w-[70px] object-cover"
            />
          </a>
        </li>
      ))}
    </ul>
  );
}
