import { acceptInvitation } from '#contracts/console/session.ts';
import { consolePath } from '#domain/console-paths.ts';
import { formAction } from '#islands/shared/form-action.server.ts';

export const invitation = formAction({
  contract: acceptInvitation,
  fields: ['password', 'password_repeat', 'code'],
  input: (form, page) => ({ ...form, token: page.url.searchParams.get('token') ?? '' }),
  done: ({ data, page }) => {
    page.locals.openStaffSession(data);
    return consolePath('overview');
  },
});
