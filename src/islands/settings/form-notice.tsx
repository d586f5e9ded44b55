import type { ReactNode } from 'react';
import { Notice } from '#components/ui/notice.tsx';
import type { FieldErrors } from '#islands/shared/use-call-form.ts';

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

/** What the page was refused before it was rendered: at fields, or as a whole. */
export type Rendered = { errors?: FieldErrors | undefined; notice?: string | undefined };

/** The field that a page, as the server renders it, puts the focus on. */
export function firstWrong(errors: FieldErrors | undefined, names: readonly string[]): string | undefined {
  return names.find((name) => errors?.[name]?.length);
}
