import type { AstroGlobal } from 'astro';
import { closeAccount, prepareExport } from '#contracts/data.ts';
import type { FieldErrors } from '#contracts/refused.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import type { Form } from '#islands/shared/read-form.server.ts';
import { closingInput } from './closing-input.ts';

const FIELDS = [
  ...(['act', 'money', 'amount', 'saved', 'destination', 'pin', 'waived'] as const),
  ...(['password', 'code', 'understood'] as const),
] as const;

export const closing = formAction({
  contract: closeAccount,
  fields: FIELDS,
  when: ({ act }) => act === 'close',
  check: missedIn,
  input: closingInput,
  done: ({ language }) => path(language, 'signIn', { done: 'account-closed' }),
});

function missedIn(form: Form<(typeof FIELDS)[number]>, { locals: { t } }: AstroGlobal): FieldErrors {
  const tick = [t('settings:data.close.tick')];
  return {
    ...(form.understood !== 'yes' && { understood: tick }),
    ...(form.money === 'waive' && form.waived !== 'yes' && { waived: tick }),
    ...(hasTwoDestinations(form) && { destination: [t('faults:destination_both')] }),
  };
}

/** Without a script a saved address and a typed one may both be there, and only the member knows which is meant. */
function hasTwoDestinations({ money, saved, destination }: Form<(typeof FIELDS)[number]>): boolean {
  const typed = destination.trim();
  return money === 'pay_out' && saved !== '' && typed !== '' && typed !== saved;
}

export const preparation = formAction({
  contract: prepareExport,
  fields: ['act', 'password', 'code'],
  when: ({ act }) => act === 'prepare' || act === 'prepare-anew',
  input: ({ act, password, code }) => ({ password, ...(code && { code }), anew: act === 'prepare-anew' }),
  done: ({ language }) => path(language, 'settingsData'),
});
