import { changePassword, endSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const password = formAction({
  contract: changePassword,
  fields: ['act', 'old', 'new', 'new_repeat', 'code'],
  when: ({ act }) => act === 'password',
  done: ({ language }) => path(language, 'settingsSecurity', { done: 'password-saved' }),
});

export const sessions = formAction({
  contract: endSessions,
  fields: ['act', 'id'],
  when: ({ act }) => act === 'end' || act === 'end-others',
  input: ({ act, id }) => (act === 'end-others' ? { all: true as const } : { id }),
  done: ({ form, language }) =>
    path(language, 'settingsSecurity', { done: form.act === 'end-others' ? 'others-ended' : 'session-ended' }),
});
