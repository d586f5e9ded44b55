import { computed } from 'nanostores';
import { $session } from './session.ts';

/** The link a member invites with. */
export const $partnersLink = computed($session, (member) => member?.partner_link);
