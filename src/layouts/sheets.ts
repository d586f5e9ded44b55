import { createHash } from 'node:crypto';
import feedCss from '#islands/feed/feed.css?inline';
import feedHref from '#islands/feed/feed.css?url';
import financeCss from '#islands/finance/finance.css?inline';
import financeHref from '#islands/finance/finance.css?url';
import placesCss from '#islands/places/places.css?inline';
import placesHref from '#islands/places/places.css?url';
import profileCss from '#islands/profile/profile.css?inline';
import profileHref from '#islands/profile/profile.css?url';
import settingsCss from '#islands/settings/settings.css?inline';
import settingsHref from '#islands/settings/settings.css?url';
import teamCss from '#islands/team/team.css?inline';
import teamHref from '#islands/team/team.css?url';
import treeCss from '#islands/team/tree.css?inline';
import treeHref from '#islands/team/tree.css?url';
import authCss from '../styles/auth.css?inline';
import authHref from '../styles/auth.css?url';
import consoleCss from '../styles/console.css?inline';
import consoleHref from '../styles/console.css?url';
import dashboardCss from '../styles/dashboard.css?inline';
import dashboardHref from '../styles/dashboard.css?url';
import legalCss from '../styles/legal.css?inline';
import legalHref from '../styles/legal.css?url';
import indexCss from '../styles/index.css?inline';
import indexHref from '../styles/index.css?url';
import sealsCss from '../styles/seals.css?inline';
import sealsHref from '../styles/seals.css?url';
import tablesCss from '../styles/tables.css?inline';
import tablesHref from '../styles/tables.css?url';
import transparencyCss from '../styles/transparency.css?inline';
import transparencyHref from '../styles/transparency.css?url';

const guests = versionOf(indexCss, authCss);
const members = versionOf(
  indexCss,
  dashboardCss,
  feedCss,
  financeCss,
  placesCss,
  profileCss,
  settingsCss,
  tablesCss,
  teamCss,
  treeCss,
);

/**
 * `impliedBy`: cookie versions that imply the sheet. `versionToSet`: cookie version to set; area sheets set none,
 * because a response that sets a cookie evicts pages from the back/forward cache.
 */
export const SHEETS = {
  index: { ...sheet(indexCss, indexHref), impliedBy: [guests, members], versionToSet: undefined },
  auth: { ...sheet(authCss, authHref), impliedBy: [guests], versionToSet: guests },
  dashboard: { ...sheet(dashboardCss, dashboardHref), impliedBy: [members], versionToSet: members },
  feed: { ...sheet(feedCss, feedHref), impliedBy: [members], versionToSet: undefined },
  finance: { ...sheet(financeCss, financeHref), impliedBy: [members], versionToSet: undefined },
  places: { ...sheet(placesCss, placesHref), impliedBy: [members], versionToSet: undefined },
  profile: { ...sheet(profileCss, profileHref), impliedBy: [members], versionToSet: undefined },
  settings: { ...sheet(settingsCss, settingsHref), impliedBy: [members], versionToSet: undefined },
  tables: { ...sheet(tablesCss, tablesHref), impliedBy: [members], versionToSet: undefined },
  team: { ...sheet(teamCss, teamHref), impliedBy: [members], versionToSet: undefined },
  tree: { ...sheet(treeCss, treeHref), impliedBy: [members], versionToSet: undefined },
  legal: { ...sheet(legalCss, legalHref), impliedBy: [], versionToSet: undefined },
  transparency: { ...sheet(transparencyCss, transparencyHref), impliedBy: [], versionToSet: undefined },
  seals: { ...sheet(sealsCss, sealsHref), impliedBy: [], versionToSet: undefined },
  console: { ...sheet(consoleCss, consoleHref), impliedBy: [], versionToSet: undefined },
};

function sheet(css: string, href: string) {
  return { css, href, digest: createHash('sha256').update(css).digest('base64') };
}

function versionOf(...sheets: string[]): string {
  return createHash('sha256').update(sheets.join('')).digest('base64url').slice(0, 8);
}
