import { resumeWithdrawals } from '#contracts/destinations.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

/** Lifts the pause that “This wasn’t me” has set. */
export const resumption = formAction({
  contract: resumeWithdrawals,
  fields: ['pin', 'code'],
  done: ({ language }) => path(language, 'finance', { done: 'resumed' }),
});
