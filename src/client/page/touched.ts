import { watchPasswords } from '#client/passwords/passwords.ts';
import { watchSelects } from '#client/select/start.ts';
import { watchCopyButtons } from './copy.ts';
import { watchDates } from './dates.ts';
import { watchFields } from './fields.ts';
import { watchLine } from './offline.ts';
import { watchMenu } from './menu.ts';
import { watchPrintButtons } from './print.ts';
import { watchQuestions } from './questions.ts';
import { watchShareButtons } from './share.ts';
import { watchNavigation } from './spinner.ts';
import { watchTheme } from './theme.ts';

/** What every page can do once it has been touched. Each concern listens on the document, so nothing is wired twice. */
watchMenu();
watchTheme();
watchCopyButtons();
watchShareButtons();
watchPrintButtons();
watchFields();
watchPasswords();
watchDates();
watchSelects();
watchLine();
watchQuestions();
/** Last, because it minds what the others have prevented. */
watchNavigation();
