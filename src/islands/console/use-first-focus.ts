import { type RefObject, useEffect } from 'react';

/** Of a form in a dialog: its first field has the focus at first, not the button that closes the dialog. */
export function useFirstFocus(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    form.current?.querySelector<HTMLElement>('input:not([type=hidden]), select, textarea')?.focus();
  }, [form]);
}
