import { Link, type LinkProps } from 'react-router';
import { useIsOpen } from '#lib/coming.ts';

type OpenLinkProps = LinkProps & { to: string };

/** A link where the page is open, and the bare words where it is still to come. */
export function OpenLink(props: OpenLinkProps) {
  const isOpen = useIsOpen();
  if (isOpen(props.to)) return <Link {...props} />;
  return <span className={props.className}>{props.children}</span>;
}
