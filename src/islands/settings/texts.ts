import type { TextKey } from '#i18n/text-keys.ts';

const PASSWORD_RULES = [
  'auth:password.password_digit',
  'auth:password.password_letter',
  'auth:password.password_short',
  'auth:password.password_symbol',
  'auth:password.rules',
] as const satisfies readonly TextKey[];

export const PHOTO_TEXTS = [
  'common:close',
  'common:keep',
  'common:line_broken',
  'common:user',
  'faults:file_required',
  'refusals:photo_too_large',
  'settings:done.photo_removed',
  'settings:done.photo_saved',
  'settings:photo.ask',
  'settings:photo.ask_text',
  'settings:photo.crop.area',
  'settings:photo.crop.broken',
  'settings:photo.crop.cancel',
  'settings:photo.crop.hint',
  'settings:photo.crop.submit',
  'settings:photo.crop.title',
  'settings:photo.crop.working',
  'settings:photo.crop.zoom',
  'settings:photo.hint',
  'settings:photo.remove',
  'settings:photo.save',
  'settings:photo.title',
  'settings:photo.upload',
] as const satisfies readonly TextKey[];

export type PhotoText = (typeof PHOTO_TEXTS)[number];

export const GENERAL_TEXTS = [
  ...PHOTO_TEXTS,
  'auth:password.show',
  'faults:email_invalid',
  'faults:invalid',
  'faults:required',
  'faults:too_long',
  'profile:contacts.other',
  'profile:contacts.phone',
  'profile:contacts.telegram',
  'settings:done.saved',
  'settings:general.contacts',
  'settings:general.email',
  'settings:general.first_line',
  'settings:general.in_sitemap',
  'settings:general.inviter',
  'settings:general.name',
  'settings:general.name_hint',
  'settings:general.nobody',
  'settings:general.partner_page',
  'settings:general.password',
  'settings:general.password_hint',
  'settings:general.shows_name',
  'settings:general.submit',
  'settings:general.visibility',
  'settings:general.waiting',
] as const satisfies readonly TextKey[];

export type GeneralText = (typeof GENERAL_TEXTS)[number];

export const PIN_TEXTS = [
  'auth:password.show',
  'common:line_broken',
  'faults:invalid',
  'faults:pin_digits',
  'faults:pin_obvious',
  'faults:pins_differ',
  'faults:required',
  'faults:too_long',
  'finance:pin.label',
  'finance:pin.password',
  'finance:pin.repeat',
  'finance:pin.rules',
  'finance:pin.submit',
] as const satisfies readonly TextKey[];

export type PinText = (typeof PIN_TEXTS)[number];

export const SECURITY_TEXTS = [
  ...PIN_TEXTS,
  ...PASSWORD_RULES,
  'common:keep',
  'faults:password_digit',
  'faults:password_letter',
  'faults:password_short',
  'faults:password_symbol',
  'faults:passwords_differ',
  'finance:done.pin_set',
  'finance:way_out.support',
  'settings:done.others_ended',
  'settings:done.password_saved',
  'settings:done.session_ended',
  'settings:security.new',
  'settings:security.old',
  'settings:security.password',
  'settings:security.password_lede',
  'settings:security.pin',
  'settings:security.pin_not_set',
  'settings:security.pin_set',
  'settings:security.repeat',
  'settings:security.submit',
  'settings:sessions.ask',
  'settings:sessions.ask_text',
  'settings:sessions.end',
  'settings:sessions.end_named',
  'settings:sessions.end_others',
  'settings:sessions.seen',
  'settings:sessions.this',
  'settings:sessions.title',
  'settings:sessions.unknown',
] as const satisfies readonly TextKey[];

export type SecurityText = (typeof SECURITY_TEXTS)[number];

export const EMAIL_CHOICES_TEXTS = [
  'common:line_broken',
  'notices:emails.always',
  'notices:emails.always_lede',
  'notices:emails.lede',
  'notices:emails.saved',
  'notices:emails.submit',
  'notices:emails.wanted',
] as const satisfies readonly TextKey[];

export type EmailChoicesText = (typeof EMAIL_CHOICES_TEXTS)[number];

export const DATA_TEXTS = [
  'auth:password.show',
  'common:keep',
  'common:line_broken',
  'faults:invalid',
  'faults:required',
  'faults:too_long',
  'settings:data.close.ask',
  'settings:data.close.goes',
  'settings:data.close.goes_access',
  'settings:data.close.goes_name',
  'settings:data.close.goes_page',
  'settings:data.close.goes_words',
  'settings:data.close.lede',
  'settings:data.close.password',
  'settings:data.close.stays',
  'settings:data.close.stays_ledger',
  'settings:data.close.stays_lines',
  'settings:data.close.stays_username',
  'settings:data.close.submit',
  'settings:data.close.tick',
  'settings:data.close.title',
  'settings:data.close.to_finance',
  'settings:data.close.to_transactions',
  'settings:data.close.understood',
  'settings:data.download.again',
  'settings:data.download.failed',
  'settings:data.download.large',
  'settings:data.download.lede',
  'settings:data.download.look',
  'settings:data.download.making',
  'settings:data.download.prepare',
  'settings:data.download.progress',
  'settings:data.download.ready',
  'settings:data.download.ready_short',
  'settings:data.download.submit',
  'settings:data.download.title',
] as const satisfies readonly TextKey[];

export type DataText = (typeof DATA_TEXTS)[number];
