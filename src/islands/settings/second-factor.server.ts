import { confirmTotp, readTotpSetup, removeTotp, renewRecoveryCodes, startTotp } from '#contracts/second-factor.ts';
import { path } from '#domain/paths.ts';
import { formAction, type PostedOf } from '#islands/shared/form-action.server.ts';

export const secondFactor = formAction({
  contract: confirmTotp,
  fields: ['setup', 'password', 'code', 'end_others'],
});

/** Keeps the key after a wrong code; starts a new one after it expired. */
export async function readSetup({ call }: App.Locals, { data, form, refusal }: PostedOf<typeof secondFactor>) {
  if (data) return undefined;
  const isOver = refusal?.code === 'setup_expired' || refusal?.code === 'factor_already_on';
  const sameSetup = form && refusal && !isOver ? await call(readTotpSetup, { setup: form.setup }) : undefined;
  return sameSetup?.success ? sameSetup : call(startTotp);
}

export const secondFactorOff = formAction({
  contract: removeTotp,
  fields: ['password', 'code'],
  done: ({ language }) => path(language, 'settingsSecurity', { done: 'factor-off' }),
});

export const recoveryCodes = formAction({ contract: renewRecoveryCodes, fields: ['password', 'code'] });
