import { Link, type LinkProps } from 'react-router';

export const TextLink = (props: Pick<LinkProps, 'to' | 'children'>) => (
  <Link
    {...props}
    className="inline-flex min-h-11 items-center font-medium text-violet underline underline-offset-4 hover:text-violet-deep"
  />
);
