import { type RefObject, useEffect } from 'react';
import { onSessionEnd } from '#client/end-session.ts';
import { hasChanges } from '#islands/shared/form-changes.ts';

/**
 * Has the browser ask before a page is left with something unsaved in the form, by whatever way. Not asked is who takes
 * what they typed along: into another language, or to sign-in and back.
 */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    let goesAlong = false;
    const ask = (event: BeforeUnloadEvent) => {
      if (!goesAlong && element && hasChanges(element)) event.preventDefault();
    };
    // Only from the first change on: a page that asks is not kept for going back to.
    const begin = () => addEventListener('beforeunload', ask);
    const sent = ({ submitter }: SubmitEvent) => {
      goesAlong = (submitter as HTMLButtonElement | null)?.name === 'draft';
    };
    const forget = onSessionEnd(() => {
      goesAlong = true;
    });
    if (element && hasChanges(element)) begin();
    element?.addEventListener('input', begin);
    element?.addEventListener('submit', sent);
    return () => {
      forget();
      removeEventListener('beforeunload', ask);
      element?.removeEventListener('input', begin);
      element?.removeEventListener('submit', sent);
    };
  }, [form]);
}
