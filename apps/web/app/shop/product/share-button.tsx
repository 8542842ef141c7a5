import { productMessages } from '@shop/contracts/catalog/product-messages';
import { Share2 } from 'lucide-react';
import { IconButton } from '#ui/icon-button.tsx';
import { toast } from '#ui/toast.tsx';

/** Uses the Web Share API if available, else copies the link. */
export function ShareButton({ title }: { title: string }) {
  const share = async () => {
    const url = window.location.href;
    if ('share' in navigator) await navigator.share({ title, url }).catch(unlessCancelled);
    else await copy(url);
  };

  return <IconButton icon={Share2} label={productMessages.share} onClick={share} className="noscript:hidden" />;
}

function unlessCancelled(error: unknown) {
  if (!(error instanceof DOMException && error.name === 'AbortError')) return copy(window.location.href);
}

async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url);
    toast('success', productMessages.linkCopied);
  } catch {
    toast('error', productMessages.linkNotCopied);
  }
}
