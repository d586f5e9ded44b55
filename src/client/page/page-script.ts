import botCheck from '#client/bot-check/index.ts?worker&url';
import { showOwnTimes } from '#client/feed/own-time.ts';
import structure from '#client/places/structure.ts?worker&url';
import members from '#client/team/members.ts?worker&url';
import touched from './touched.ts?worker&url';
import { bringWholeSheet } from '#client/whole-sheet.ts';
import { forgetDoneMessage } from './done-message.ts';
import { holdActs } from './hold-acts.ts';
import { narrowMembers } from './narrow-members.ts';
import { showShareButtons } from './show-share.ts';
import { whenTouched } from './when-touched.ts';

/**
 * What is brought for pages that have it. Until then forms are sent and links lead to whole pages. They are addresses of
 * whole files: with its own modules `import()` would bring Vite's loader along.
 */
const PARTS = [
  ['body', touched],
  ['[data-bot-check]', botCheck],
  ['#members', members],
  ['#structure', structure],
] as const;

/** Runs on every page but the public ones, before anybody touches it; whatever can wait for a touch comes with it. */
forgetDoneMessage();
showOwnTimes();
showShareButtons();
narrowMembers();
const here = PARTS.filter(([selector]) => document.querySelector(selector));
holdActs(here.map(([, script]) => whenTouched(() => import(/* @vite-ignore */ script))));
void whenTouched(bringWholeSheet);
