import { DescriptionText } from '#shop/content/article-text.tsx';
import { readDescription } from '#shop/content/description.ts';

export default function RenderedDescription({ description }: { description: string }) {
  return <DescriptionText blocks={readDescription(description)} />;
}
