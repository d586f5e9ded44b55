import { computed } from 'nanostores';
import { $user } from './user.ts';

/** The link a member invites with. As with `$user`, the specification names it and no script of ours needs it yet. */
export const $partnersLink = computed($user, (user) => user?.partner_link);
