import { followEvents } from '#client/events.ts';
import { forgetDoneMessage } from './done-message.ts';
import { watchNavigation } from './spinner.ts';

/** Runs on every page but the public ones, before anybody touches it. What is not for all pages is an island. */
forgetDoneMessage();
watchNavigation();
if (document.querySelector('.app')) void followEvents();
