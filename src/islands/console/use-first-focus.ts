import { useEffect, useRef } from 'react';

/** Of a form in a dialog: its first field has the focus at first, not the button that closes the dialog. */
export function useFirstFocus() {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const [field] = form.current?.elements ?? [];
    if (field instanceof HTMLElement) field.focus();
  }, []);
  return form;
}
