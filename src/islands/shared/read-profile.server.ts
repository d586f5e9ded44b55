import type { Result } from '#contracts/call.ts';
import { getProfile, type Profile } from '#contracts/profile.ts';

type Page = { locals: Pick<App.Locals, 'call' | 'owner'> };

/** Also sets the owner that the page and its forms are rendered for. */
export async function readProfile({ locals }: Page): Promise<Result<Profile>> {
  const me = await locals.call(getProfile);
  if (me.success) locals.owner = me.data.page_owner;
  return me;
}
