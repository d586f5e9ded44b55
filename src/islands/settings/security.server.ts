import type { AstroGlobal } from 'astro';
import { getSecondFactor } from '#contracts/second-factor.ts';
import { changePassword, endSessions, getSettings, listSessions } from '#contracts/settings.ts';
import { path } from '#domain/paths.ts';
import { doneText, SETTINGS_DONE } from '#islands/shared/done.server.ts';
import { formAction } from '#islands/shared/form-action.server.ts';
import { load } from '#islands/shared/load.server.ts';
import { readProfile } from '#islands/shared/read-profile.server.ts';

const password = formAction({
  contract: changePassword,
  fields: ['act', 'old', 'new', 'new_repeat', 'code'],
  when: ({ act }) => act === 'password',
  done: ({ language }) => path(language, 'settingsSecurity', { done: 'password-saved' }),
});

const sessions = formAction({
  contract: endSessions,
  fields: ['act', 'id'],
  when: ({ act }) => act === 'end' || act === 'end-others',
  input: ({ act, id }) => (act === 'end-others' ? { all: true as const } : { id }),
  done: ({ form, language }) =>
    path(language, 'settingsSecurity', { done: form.act === 'end-others' ? 'others-ended' : 'session-ended' }),
});

export async function loadSecurity(page: AstroGlobal) {
  const { call, t } = page.locals;
  const changed = await password(page);
  if (changed instanceof Response) return changed;
  const ended = await sessions(page);
  if (ended instanceof Response) return ended;
  const loaded = await load(page, {
    me: readProfile(page),
    settings: call(getSettings),
    sessions: call(listSessions),
    factor: call(getSecondFactor),
  });
  if (loaded instanceof Response) return loaded;
  const me = loaded.me.data;
  const screen = {
    result: { done: changed.form ? undefined : doneText(SETTINGS_DONE, page.url, t) },
    username: me.username,
    passwordChangedAt: loaded.settings.data.password_changed_at,
    isPinSet: loaded.settings.data.pin_set,
    factor: loaded.factor.data,
    savedDestinations: loaded.settings.data.saved_destinations,
    sessions: loaded.sessions.data.items,
    rendered: changed.rendered,
    notice: ended.refusal?.detail,
  };
  return { me, screen };
}
