import type { AstroGlobal } from 'astro';
import { closeAccount, getPreparation, prepareExport } from '#contracts/data.ts';
import { getBalance } from '#contracts/finance.ts';
import type { Profile } from '#contracts/profile.ts';
import type { FieldErrors } from '#contracts/refused.ts';
import { getSettings } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formatDate } from '#i18n/format.ts';
import type { Translate } from '#i18n/translator.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import type { Form } from '#islands/shared/read-form.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';
import { closingInput } from './closing-input.ts';

const FIELDS = [
  ...(['act', 'money', 'amount', 'saved', 'destination', 'pin', 'waived'] as const),
  ...(['password', 'code', 'understood'] as const),
] as const;

const closing = formAction({
  contract: closeAccount,
  fields: FIELDS,
  when: ({ act }) => act === 'close',
  check: findErrors,
  input: closingInput,
  done: ({ language }) => path(language, 'signIn', { done: 'account-closed' }),
});

function findErrors(form: Form<(typeof FIELDS)[number]>, { locals: { t } }: AstroGlobal): FieldErrors {
  const tick = [t('settings:data.close.tick')];
  return {
    ...(form.understood !== 'yes' && { understood: tick }),
    ...(form.money === 'waive' && form.waived !== 'yes' && { waived: tick }),
    ...(hasTwoDestinations(form) && { destination: [t('faults:destination_both')] }),
  };
}

/** Without scripts a saved and a typed destination may both arrive; the member must choose. */
function hasTwoDestinations({ money, saved, destination }: Form<(typeof FIELDS)[number]>): boolean {
  const typedDestination = destination.trim();
  return money === 'pay_out' && saved !== '' && typedDestination !== '' && typedDestination !== saved;
}

const preparation = formAction({
  contract: prepareExport,
  fields: ['act', 'password', 'code'],
  when: ({ act }) => act === 'prepare' || act === 'prepare-anew',
  input: ({ act, password, code }) => ({ password, ...(code && { code }), anew: act === 'prepare-anew' }),
  done: ({ language }) => path(language, 'settingsData'),
});

export async function loadData(page: AstroGlobal) {
  const { call } = page.locals;
  const closed = await closing(page);
  if (closed instanceof Response) return closed;
  const prepared = await preparation(page);
  if (prepared instanceof Response) return prepared;
  const loaded = await load(page, {
    me: readProfile(page),
    copy: call(getPreparation),
    settings: call(getSettings),
    balance: call(getBalance),
  });
  if (loaded instanceof Response) return loaded;
  const { form, refusal, rendered, uid } = closed;
  const me = loaded.me.data;
  const screen = {
    preparation: loaded.copy.data,
    opening: prepared.rendered,
    closing: {
      balance: loaded.balance.data,
      uid,
      choice: {
        money: form?.money ?? '',
        saved: form?.saved ?? '',
        destination: form?.destination ?? '',
        isWaived: form?.waived === 'yes',
      },
      rendered: { ...rendered, code: refusal?.code },
      isUnderstood: form?.understood === 'yes',
      username: me.username,
      asksCode: loaded.settings.data.second_factor,
    },
  };
  return { me, screen };
}

/** Undefined at the top of a tree. */
export function describeJoining(me: Profile, timeZone: string, t: Translate): string | undefined {
  const { inviter, joined_by: joinedBy } = me;
  if (!inviter || !joinedBy) return undefined;
  return t('settings:joined.line', {
    inviter: inviter.is_former ? t('common:former_member') : inviter.username,
    code: joinedBy.ref_code,
    date: formatDate(joinedBy.at, timeZone),
    via: t(`settings:joined.via.${joinedBy.via ?? 'unknown'}`),
  });
}
