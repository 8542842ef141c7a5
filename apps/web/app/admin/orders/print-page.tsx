import { adminOrderMessages } from '@shop/contracts/orders/admin-messages';
import { packingMessages as texts } from '@shop/contracts/orders/packing-messages';
import { Printer } from 'lucide-react';
import type { ReactNode } from 'react';
import { AdminPage } from '#admin/kit/admin-page.tsx';
import { Button } from '#ui/button.tsx';
import { Notice } from '#ui/notice.tsx';

type PrintPageProps = {
  title: string;
  /** Set if more orders were selected. */
  maxOrders?: number;
  /** Printed are only its elements with the class `for-paper`. */
  children: ReactNode;
};

/** A page of the admin panel made for printing. */
export function PrintPage({ title, maxOrders, children }: PrintPageProps) {
  return (
    <AdminPage
      title={title}
      above={[{ label: adminOrderMessages.title, to: '/admin/orders' }]}
      actions={
        maxOrders === undefined && (
          <Button onClick={() => window.print()} className="noscript:hidden">
            <Printer aria-hidden className="size-5" strokeWidth={1.5} />
            {texts.print}
          </Button>
        )
      }
    >
      {maxOrders === undefined ? children : <Notice kind="error">{adminOrderMessages.tooManyOrders(maxOrders)}</Notice>}
    </AdminPage>
  );
}
