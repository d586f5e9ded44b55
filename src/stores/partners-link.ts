import { computed } from 'nanostores';
import { $user } from './user.ts';

/** The link a member invites with. */
export const $partnersLink = computed($user, (user) => user?.partner_link);
