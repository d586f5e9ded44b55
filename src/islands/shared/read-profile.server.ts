import type { Result } from '#contracts/call.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';

type Page = { locals: Pick<App.Locals, 'call' | 'owner'> };

/** The signed-in member; the page is rendered for them from then on, and its forms say so. */
export async function readProfile({ locals }: Page): Promise<Result<Profile>> {
  const me = await locals.call(getProfile);
  if (me.success) locals.owner = me.data.page_owner;
  return me;
}
