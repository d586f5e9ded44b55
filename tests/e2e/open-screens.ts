import { countMonths } from '#server/members/transparency/index.ts';
import { openVisitors } from '../support/browser/browser.ts';
import { giveLinks } from '../support/people/links.ts';
import { giveAnswer, giveQuestion, OTHER_WAYS } from '../support/people/questions.ts';
import { openStage } from '../support/app/stage.ts';
import { changeUnfinished, PAYABLE } from '../support/people/unfinished.ts';

/** A site where every screen has content, with the links that some screens need. No job changes them at its hour. */
export async function openScreens() {
  const site = await openStage({ money: true, env: { ...OTHER_WAYS, RUN_JOBS: 'false' } });
  const visit = await openVisitors(site.origin);
  await changeUnfinished(site, 'jonas', PAYABLE);
  await countMonths(site.services);
  await giveAnswer(site, await giveQuestion(site, 'anna'));
  return { site, visit, links: await giveLinks(site) };
}
