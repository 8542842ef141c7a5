import { homeMessages } from '@shop/contracts/home/messages';
import { Gem, Gift, Truck, Undo2 } from 'lucide-react';
import { parsePromises } from './promises.ts';

/** By position: delivery, returns, repairs, gifts. */
const ICONS = [Truck, Undo2, Gem, Gift];

/** `text` is that of the store; empty, the default promises are shown. */
export function PromiseRow({ text, returnDays }: { text: string; returnDays: number }) {
  const icons = text || returnDays > 0 ? ICONS : ICONS.filter((icon) => icon !== Undo2);
  return (
    <section aria-label={homeMessages.promises} className="border-line border-b">
      <ul className="page-width grid grid-cols-2 gap-x-4 gap-y-6 py-8 tablet:grid-cols-4 tablet:gap-6 desktop:py-10">
        {parsePromises(text || homeMessages.defaultPromises(returnDays)).map((promise, index) => (
          <PromiseItem key={promise.title} icon={icons[index] ?? Gem} {...promise} />
        ))}
      </ul>
    </section>
  );
}

type PromiseItemProps = { icon: typeof Gem; title: string; text: string };

function PromiseItem({ icon: Icon, title, text }: PromiseItemProps) {
  return (
    <li className="flex min-w-0 flex-col gap-2 wrap-anywhere desktop:flex-row desktop:gap-3.5">
      <Icon aria-hidden className="size-7 shrink-0 text-mauve-deep" strokeWidth={1.25} />
      <div>
        <p className="text-action font-semibold">{title}</p>
        {text && <p className="mt-1 text-ink-soft text-small">{text}</p>}
      </div>
    </li>
  );
}
