import { resumeWithdrawals } from '#contracts/destinations.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

/** Lifts the pause set by “This wasn’t me”. */
export const resumption = formAction({
  contract: resumeWithdrawals,
  fields: ['pin', 'code'],
  done: ({ language }) => path(language, 'finance', { done: 'resumed' }),
});
