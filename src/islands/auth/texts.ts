import type { TextKey } from '#i18n/text-keys.ts';

const BOT_TEXTS = [
  'auth:bot.human',
  'auth:bot.idle',
  'auth:bot.checking',
  'auth:bot.confirmed',
  'auth:bot.again',
  'auth:bot.renewed',
  'faults:required',
] as const satisfies readonly TextKey[];

const EMAIL_TEXTS = [
  'auth:sign_up.email',
  'common:line_broken',
  'faults:email_invalid',
  'faults:invalid',
  'faults:too_long',
] as const satisfies readonly TextKey[];

const NEW_PASSWORD_TEXTS = [
  'auth:password.show',
  'auth:password.rules',
  'auth:password.password_short',
  'auth:password.password_digit',
  'auth:password.password_letter',
  'auth:password.password_symbol',
  'common:line_broken',
  'faults:invalid',
  'faults:password_short',
  'faults:password_digit',
  'faults:password_letter',
  'faults:password_symbol',
  'faults:passwords_differ',
  'faults:required',
  'faults:too_long',
] as const satisfies readonly TextKey[];

const NEXT_TEXTS = [
  'auth:next.heading',
  'auth:next.sent_to',
  'auth:next.email',
  'auth:next.button',
  'auth:next.sign_in',
  'auth:next.mailbox',
  'auth:sign_in.new_link',
] as const satisfies readonly TextKey[];

export const SIGN_IN_TEXTS = [
  ...BOT_TEXTS,
  'auth:ended.kept',
  'auth:ended.text',
  'auth:passkey.failed',
  'auth:passkey.sign_in',
  'auth:password.show',
  'auth:sign_in.forgot',
  'auth:sign_in.heading',
  'auth:sign_in.login',
  'auth:sign_in.new_link',
  'auth:sign_in.password',
  'auth:sign_in.submit',
] as const satisfies readonly TextKey[];

export const SIGN_UP_TEXTS = [
  ...BOT_TEXTS,
  ...EMAIL_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  ...NEXT_TEXTS,
  'auth:done.registered',
  'auth:inviter.broken',
  'auth:inviter.change',
  'auth:inviter.check',
  'auth:inviter.checking',
  'auth:inviter.code',
  'auth:inviter.code_hint',
  'auth:inviter.found',
  'auth:inviter.invites',
  'auth:inviter.remembered',
  'auth:next.mistyped',
  'auth:sign_up.email_hint',
  'auth:sign_up.heading',
  'auth:sign_up.password',
  'auth:sign_up.password_repeat',
  'auth:sign_up.submit',
  'auth:sign_up.username',
  'auth:sign_up.username_hint',
  'faults:inviter_required',
  'faults:inviter_unknown',
  'faults:username_pattern',
  'faults:username_taken',
  'partner:disclosure.title',
] as const satisfies readonly TextKey[];

const LINK_TEXTS = [...BOT_TEXTS, ...EMAIL_TEXTS] as const satisfies readonly TextKey[];

export const ACTIVATE_TEXTS = [
  ...LINK_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  ...NEXT_TEXTS,
  'auth:activate.heading',
  'auth:activate.invited_by',
  'auth:activate.lede',
  'auth:activate.not_yours',
  'auth:activate.resend_heading',
  'auth:activate.resend_lede',
  'auth:activate.resend_submit',
  'auth:activate.set_password',
  'auth:activate.submit',
  'auth:activate.to_sign_in',
  'auth:done.activation_sent',
  'auth:sign_up.password',
  'auth:sign_up.password_repeat',
  'refusals:activation_link_invalid',
] as const satisfies readonly TextKey[];

export const RESET_TEXTS = [
  ...LINK_TEXTS,
  ...NEW_PASSWORD_TEXTS,
  'auth:done.reset_sent',
  'auth:next.sent_to',
  'auth:reset.ask_heading',
  'auth:reset.ask_lede',
  'auth:reset.ask_submit',
  'auth:reset.back',
  'auth:reset.new_heading',
  'auth:reset.new_lede',
  'auth:reset.new_submit',
  'auth:reset.password',
  'auth:reset.password_repeat',
  'auth:reset.ways_in',
  'auth:reset.ways_lede',
  'refusals:reset_link_invalid',
] as const satisfies readonly TextKey[];

export const EMAIL_CHANGE_TEXTS = [
  'common:line_broken',
  'refusals:email_link_invalid',
  'settings:done.email_confirmed',
  'settings:email.heading',
  'settings:email.lede',
  'settings:email.submit',
  'settings:email.title',
  'settings:email.to_settings',
] as const satisfies readonly TextKey[];

export type BotText = (typeof BOT_TEXTS)[number];
export type NewPasswordText = (typeof NEW_PASSWORD_TEXTS)[number];
export type NextText = (typeof NEXT_TEXTS)[number];
export type SignInText = (typeof SIGN_IN_TEXTS)[number];
export type SignUpText = (typeof SIGN_UP_TEXTS)[number];
export type LinkText = (typeof LINK_TEXTS)[number];
export type ActivateText = (typeof ACTIVATE_TEXTS)[number];
export type ResetText = (typeof RESET_TEXTS)[number];
export type EmailChangeText = (typeof EMAIL_CHANGE_TEXTS)[number];
