import { createHash } from 'node:crypto';
import placesCss from '#islands/places/places.css?inline';
import placesHref from '#islands/places/places.css?url';
import profileCss from '#islands/profile/profile.css?inline';
import profileHref from '#islands/profile/profile.css?url';
import teamCss from '#islands/team/team.css?inline';
import teamHref from '#islands/team/team.css?url';
import authCss from '../styles/auth.css?inline';
import authHref from '../styles/auth.css?url';
import consoleCss from '../styles/console.css?inline';
import consoleHref from '../styles/console.css?url';
import dashboardCss from '../styles/dashboard.css?inline';
import dashboardHref from '../styles/dashboard.css?url';
import indexCss from '../styles/index.css?inline';
import indexHref from '../styles/index.css?url';

const guests = versionOf(indexCss, authCss);
const members = versionOf(indexCss, dashboardCss, placesCss, profileCss, teamCss);

/**
 * The stylesheets that pages need from the start; `<Stylesheet>` puts one of them on a page. `known` names the versions
 * with which a browser is taken to have it, `teaches` the one it has from then on. The sheet of an area is linked when
 * the first page of a member was one of another area: the cookie must not change with each, because a browser that is
 * given one throws away the pages it keeps for Back.
 */
export const SHEETS = {
  index: { ...sheet(indexCss, indexHref), known: [guests, members], teaches: undefined },
  auth: { ...sheet(authCss, authHref), known: [guests], teaches: guests },
  dashboard: { ...sheet(dashboardCss, dashboardHref), known: [members], teaches: members },
  places: { ...sheet(placesCss, placesHref), known: [members], teaches: undefined },
  profile: { ...sheet(profileCss, profileHref), known: [members], teaches: undefined },
  team: { ...sheet(teamCss, teamHref), known: [members], teaches: undefined },
  console: { ...sheet(consoleCss, consoleHref), known: [], teaches: undefined },
};

function sheet(css: string, href: string) {
  return { css, href, digest: createHash('sha256').update(css).digest('base64') };
}

function versionOf(...sheets: string[]): string {
  return createHash('sha256').update(sheets.join('')).digest('base64url').slice(0, 8);
}
