import { withdrawPost } from '#server/feed/index.ts';
import type { Command } from '../command.ts';

export const withdrawPublished: Command = {
  kind: 'changes',
  name: 'posts withdraw',
  usage: 'posts withdraw SLUG --why TEXT',
  about: 'Takes a post out of the feed; publishing its file again brings it back',
  async run(house, { words: [slug = ''] }, tx) {
    const withdrawn = await withdrawPost(tx, house, slug);
    if (withdrawn.state === 'unknown') return { refused: `There is no post “${slug}”.` };
    if (withdrawn.state === 'withdrawn before') return { refused: `The post ${slug} is withdrawn already.` };
    return { words: `The post ${slug} is withdrawn.`, data: { slug, ...withdrawn } };
  },
};
