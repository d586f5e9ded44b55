import { type RefObject, useEffect } from 'react';
import { onSessionEnd } from '#client/end-session.ts';
import { hasChanges } from '#islands/shared/form-changes.ts';

/** No warning on a language switch or at the end of the session: both keep the input. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    let goesAlong = false;
    const ask = (event: BeforeUnloadEvent) => {
      if (!goesAlong && element && hasChanges(element)) event.preventDefault();
    };
    // Added at the first change: `beforeunload` disables the back/forward cache.
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
