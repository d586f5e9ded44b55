import { type RefObject, useEffect } from 'react';
import { onSessionEnd } from '#client/end-session.ts';
import { hasChanges } from '#islands/shared/form-changes.ts';

/** No warning on a language switch or at the end of the session: both keep the input. */
export function useUnsaved(form: RefObject<HTMLFormElement | null>): void {
  useEffect(() => {
    const element = form.current;
    let keepsInput = false;
    const warn = (event: BeforeUnloadEvent) => {
      if (!keepsInput && element && hasChanges(element)) event.preventDefault();
    };
    // Added at the first change: `beforeunload` disables the back/forward cache.
    const addWarning = () => addEventListener('beforeunload', warn);
    const handleSubmit = ({ submitter }: SubmitEvent) => {
      keepsInput = (submitter as HTMLButtonElement | null)?.name === 'draft';
    };
    const unsubscribe = onSessionEnd(() => {
      keepsInput = true;
    });
    if (element && hasChanges(element)) addWarning();
    element?.addEventListener('input', addWarning);
    element?.addEventListener('submit', handleSubmit);
    return () => {
      unsubscribe();
      removeEventListener('beforeunload', warn);
      element?.removeEventListener('input', addWarning);
      element?.removeEventListener('submit', handleSubmit);
    };
  }, [form]);
}
