import { adminProductMessages as messages } from '@shop/contracts/catalog/admin-messages';
import { lazy, Suspense, useState } from 'react';

/** Loaded when it is opened: only the preview parses Markdown in the browser. */
const Description = lazy(() => import('./rendered-description.tsx'));

export function DescriptionPreview({ description }: { description: string }) {
  const [isOpen, setIsOpen] = useState(false);
  return (
    <details className="mt-3" onToggle={({ currentTarget }) => setIsOpen(currentTarget.open)}>
      <summary className="inline-flex min-h-11 cursor-pointer items-center text-small font-medium text-violet underline underline-offset-4">
        {messages.descriptionPreview}
      </summary>
      {isOpen && (
        <div className="mt-2 rounded-control border border-line bg-pearl p-4 wrap-anywhere">
          <Suspense fallback={description}>
            <Description description={description} />
          </Suspense>
        </div>
      )}
    </details>
  );
}
