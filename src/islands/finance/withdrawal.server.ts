import { cancelWithdrawal } from '#contracts/finance.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const cancellation = formAction({
  contract: cancelWithdrawal,
  fields: [],
  done: ({ language, page }) => path(language, 'withdrawal', { id: page.params['id'] ?? '' }, { done: 'cancelled' }),
});
