import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';

/** What went wrong with a form as a whole. A page that comes with it, as after a plain form, begins there. */
export function FormNotice({ text, children }: { text: string | undefined; children?: ReactNode }) {
  if (!text) return null;
  return (
    <div tabIndex={-1} autoFocus>
      <Notice kind="bad">
        <p>{text}</p>
        {children}
      </Notice>
    </div>
  );
}
