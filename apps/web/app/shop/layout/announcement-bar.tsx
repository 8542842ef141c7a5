import { announcementMessages } from '@shop/contracts/content/home-messages';
import type { SiteContent } from '@shop/contracts/content/home-schema';
import { X } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import { Link } from 'react-router';
import { IconButton } from '#ui/icon-button.tsx';
import { NonceContext } from './nonce.ts';

const STORED_AS = 'dismissed-announcement';

/**
 * Runs before the first paint: cached pages are the same for every visitor, so only the browser can hide a bar that
 * was dismissed, and after hydration the page would jump.
 */
const HIDE_IF_DISMISSED = `try {
  const bar = document.currentScript.previousElementSibling;
  if (sessionStorage.getItem('${STORED_AS}') === bar.dataset.key) bar.hidden = true;
} catch {}`;

type AnnouncementBarProps = { announcement: NonNullable<SiteContent['announcement']> };

/** Above the header. Dismissed, it stays away for the session, until the announcement is edited. */
export function AnnouncementBar({ announcement: { key, text, href } }: AnnouncementBarProps) {
  const nonce = useContext(NonceContext);
  const [dismissed, setDismissed] = useState(false);

  useEffect(() => setDismissed(readDismissed() === key), [key]);

  function dismiss() {
    setDismissed(true);
    try {
      sessionStorage.setItem(STORED_AS, key);
    } catch {
      // Storage is blocked: the bar is back on the next page.
    }
  }

  if (dismissed) return null;
  return (
    <>
      <section
        aria-label={announcementMessages.label}
        data-key={key}
        suppressHydrationWarning
        className="on-dark bg-violet-deep text-paper"
      >
        <div className="page-width flex items-center justify-center gap-2 py-1">
          <p className="min-w-0 py-2 text-center text-small wrap-anywhere">
            {href ? (
              <Link to={href} className="underline underline-offset-4">
                {text}
              </Link>
            ) : (
              text
            )}
          </p>
          <IconButton
            icon={X}
            label={announcementMessages.dismiss}
            onClick={dismiss}
            className="hover:text-blush noscript:hidden"
          />
        </div>
      </section>
      <script nonce={nonce} suppressHydrationWarning>
        {HIDE_IF_DISMISSED}
      </script>
    </>
  );
}

function readDismissed() {
  try {
    return sessionStorage.getItem(STORED_AS);
  } catch {
    return null;
  }
}
