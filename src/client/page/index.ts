import { watchCopyButtons } from './copy.ts';
import { watchDates } from './dates.ts';
import { forgetDoneMessage } from './done-message.ts';
import { watchFields } from './fields.ts';
import { watchMembers } from './members.ts';
import { watchMenu } from './menu.ts';
import { watchPasswords } from './passwords.ts';
import { watchSelects } from './selects.ts';
import { watchShareButtons } from './share.ts';
import { watchNavigation } from './spinner.ts';
import { watchTheme } from './theme.ts';

/** Runs on every page but the public ones. Each concern listens on the document, so nothing is wired twice. */
watchMenu();
watchTheme();
watchCopyButtons();
watchShareButtons();
watchMembers();
watchFields();
watchPasswords();
watchDates();
watchSelects();
forgetDoneMessage();
/** Last, because it minds what the others have prevented. */
watchNavigation();
