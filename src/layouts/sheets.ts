import { createHash } from 'node:crypto';
import placesCss from '#islands/places/places.css?inline';
import placesHref from '#islands/places/places.css?url';
import profileCss from '#islands/profile/profile.css?inline';
import profileHref from '#islands/profile/profile.css?url';
import teamCss from '#islands/team/team.css?inline';
import teamHref from '#islands/team/team.css?url';
import authCss from '../styles/auth.css?inline';
import authHref from '../styles/auth.css?url';
import dashboardCss from '../styles/dashboard.css?inline';
import dashboardHref from '../styles/dashboard.css?url';
import indexCss from '../styles/index.css?inline';
import indexHref from '../styles/index.css?url';

/** The stylesheets that pages need from the start; `<Stylesheet>` puts one of them on a page. */
export const SHEETS = {
  index: sheet(indexCss, indexHref),
  auth: sheet(authCss, authHref),
  dashboard: sheet(dashboardCss, dashboardHref),
  places: sheet(placesCss, placesHref),
  profile: sheet(profileCss, profileHref),
  team: sheet(teamCss, teamHref),
};

function sheet(css: string, href: string) {
  const digest = createHash('sha256').update(css).digest('base64');
  return { css, href, digest, version: digest.slice(0, 8) };
}
