import { Outlet, redirect } from 'react-router';
import { config } from '#lib/config.server.ts';

export function loader() {
  if (!config.showDevPages) throw redirect('/');
  return null;
}

export default function DevelopmentOnly() {
  return (
    <main id="content">
      <Outlet />
    </main>
  );
}
