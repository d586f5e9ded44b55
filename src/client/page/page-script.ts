import { savesData } from '#client/connection.ts';
import { followEvents } from '#client/events.ts';
import { forgetDoneMessage } from './done-message.ts';
import { fetchIslands } from './fetch-islands.ts';
import { fetchSheets } from './fetch-sheets.ts';
import { narrowTeam } from './narrow-team.ts';
import { watchNavigation } from './spinner.ts';

/** Whoever goes on at once opens no stream, and the page comes first. */
const FOLLOW_AFTER_MS = 2_000;

/**
 * Runs on every page but the public ones, before anybody touches it. What is not for all pages is an island, but for the
 * team's first keys: a script of that page would be a request more.
 */
forgetDoneMessage();
watchNavigation();
narrowTeam();
fetchSheets();
fetchIslands();
if (document.querySelector('.app') && !savesData()) setTimeout(followEvents, FOLLOW_AFTER_MS);
// Who waits for something on the page is told of it also while saving data.
document.addEventListener('follow', followEvents);
