import { DescriptionText } from '#features/content/article-text.tsx';
import { readDescription } from '#features/content/description.ts';

export default function RenderedDescription({ description }: { description: string }) {
  return <DescriptionText blocks={readDescription(description)} />;
}
