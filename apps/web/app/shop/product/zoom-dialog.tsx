import { productMessages } from '@shop/contracts/catalog/product-messages';
import { ChevronLeft, ChevronRight } from 'lucide-react';
import { type KeyboardEvent, type MouseEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { classes } from '#ui/classes.ts';
import { IconButton } from '#ui/icon-button.tsx';
import { FullDialog } from '#ui/overlay/dialog.tsx';
import { ResponsiveImage } from '#ui/responsive-image.tsx';
import { IMAGE_SIZE } from './image-size.ts';

type Zoom = {
  image: { src: string; alt: string };
  /** The position of the image, as text. */
  position: string;
  /** Undefined if there is only one image. */
  onStep: ((by: 1 | -1) => void) | undefined;
};
type ZoomDialogProps = Zoom & { title: string; open: boolean; onClose: () => void };

/** The whole image in a full-window dialog, with native pinch zoom and scrolling. */
export function ZoomDialog({ title, open, onClose, ...zoom }: ZoomDialogProps) {
  return (
    <FullDialog title={title} open={open} onClose={onClose}>
      {open && <Stage {...zoom} />}
    </FullDialog>
  );
}

function Stage({ image, position, onStep }: Zoom) {
  const view = useRef<HTMLDivElement>(null);
  const [large, setLarge] = useState(false);

  /** Keeps the clicked point in view. */
  const toggle = ({ clientX, clientY, currentTarget }: MouseEvent) => {
    const { left, top, width, height } = currentTarget.getBoundingClientRect();
    flushSync(() => setLarge(!large));
    const { scrollWidth = 0, clientWidth = 0, scrollHeight = 0, clientHeight = 0 } = view.current ?? {};
    view.current?.scrollTo({
      left: (scrollWidth - clientWidth) * ((clientX - left) / width),
      top: (scrollHeight - clientHeight) * ((clientY - top) / height),
    });
  };
  // In the enlarged image the arrow keys scroll.
  const stepByKey = ({ key }: KeyboardEvent) => {
    if (large) return;
    if (key === 'ArrowLeft') onStep?.(-1);
    if (key === 'ArrowRight') onStep?.(1);
  };

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys are shortcuts for the buttons inside.
    <div className="flex h-full flex-col gap-4" onKeyDown={stepByKey}>
      <div ref={view} className="min-h-0 flex-1 overflow-auto rounded-image bg-pearl">
        <button
          type="button"
          onClick={toggle}
          className={classes(
            'block focus-visible:-outline-offset-2',
            large ? 'relative w-[max(100%,60rem)] cursor-zoom-out!' : 'size-full cursor-zoom-in!',
          )}
        >
          <span className="sr-only">{large ? productMessages.zoomOut : productMessages.zoomIn} </span>
          <ResponsiveImage
            {...image}
            {...IMAGE_SIZE}
            sizes="100vw"
            className={large ? 'h-auto w-full' : 'size-full object-contain'}
          />
          {large && (
            <ResponsiveImage
              {...IMAGE_SIZE}
              src={image.src}
              alt=""
              sizes="200vw"
              className="absolute inset-0 size-full"
            />
          )}
        </button>
      </div>
      <div className="flex items-center justify-center gap-4">
        {onStep && (
          <IconButton
            round="large"
            icon={ChevronLeft}
            label={productMessages.previousImage}
            onClick={() => onStep(-1)}
          />
        )}
        <p role="status" className="text-small text-ink-soft tabular-nums">
          {position}
        </p>
        {onStep && (
          <IconButton round="large" icon={ChevronRight} label={productMessages.nextImage} onClick={() => onStep(1)} />
        )}
      </div>
    </div>
  );
}
