import type { ConsolePost } from '#contracts/console/posts.ts';
import { whenOf } from '#i18n/reader.ts';
import { pinPost, publishPost, readPostFile, withdrawPost } from '#server/members/feed/index.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { type Command, readInputFile } from '#server/operator/cli/command.ts';
import { readPage, pageOutcome } from '#server/operator/cli/list.ts';
import * as lists from '#server/operator/console/index.ts';

export const listPosts: Command = {
  kind: 'reads',
  name: 'posts list',
  usage: 'posts list [--after CURSOR] [--limit 1–200]',
  about: 'Posts, the newest first, including drafts and scheduled and withdrawn ones',
  async run(services, { options }) {
    const place = readPage(options);
    if ('refused' in place) return place;
    const page = await lists.listPosts(services, place);
    return pageOutcome(page, options, {
      line: (row) => line(row, services.config.timeZone),
      none: 'There are no posts. Write a file and use: posts publish',
    });
  },
};

function line(row: ConsolePost, timeZone: string): string {
  const { slug, kind, state, is_pinned: isPinned, published_at: at, title } = row;
  return [
    slug.padEnd(32),
    kind.padEnd(8),
    (at ? whenOf(at, { timeZone }) : '').padEnd(16),
    (state ?? 'draft').padEnd(10),
    (isPinned ? 'pinned' : '').padEnd(6),
    title,
  ].join(' ');
}

export const publishPostFile: Command = {
  kind: 'changes',
  name: 'posts publish',
  usage: 'posts publish FILE [--dry-run] --why TEXT',
  about: 'Publishes news or a webinar from a Markdown file. Publishing the same slug again updates the post',
  async run(services, { words: [file = ''], options }, tx) {
    const content = await readInputFile(file);
    if ('refused' in content) return content;
    const read = readPostFile(content.bytes.toString('utf8'), services.config.languages.fallback);
    if ('wrong' in read) return { refused: `Nothing was published.\n${tellFaults(read.wrong).join('\n')}` };
    const published = await publishPost(tx, services, read.post);
    if ('wrong' in published) return { refused: `Nothing was published.\n${tellFaults(published.wrong).join('\n')}` };

    const { slug, texts } = read.post;
    const { id, state, sequence } = published;
    const changed = published.changes.map(({ name }) => name);
    const languages = texts.map(({ language }) => language);
    const data = { slug, id, state, changed, sequence, languages };
    if (state === 'same') return { words: `The post ${slug} already matches the file.`, data, unchanged: true };
    const words =
      state === 'new'
        ? `The post ${slug} is published in ${languages.join(', ')}.`
        : `The post ${slug} is updated: ${changed.join(', ')}.`;
    if (options['dry-run'] === undefined) {
      return { words, data, subject: `post:${slug}`, after: { state, changed: changed.join(', ') } };
    }
    return { words: `${words}\nNothing was published (dry run).`, data, unchanged: true };
  },
};

export const withdrawPublished: Command = {
  kind: 'changes',
  name: 'posts withdraw',
  usage: 'posts withdraw SLUG --why TEXT',
  about: 'Removes a post from the feed. Publishing its file again restores it',
  async run(services, { words: [slug = ''] }, tx) {
    const withdrawn = await withdrawPost(tx, services, slug);
    if (withdrawn.state === 'unknown') return { refused: `There is no post “${slug}”.` };
    if (withdrawn.state === 'withdrawn before') return { refused: `The post ${slug} is already withdrawn.` };
    return {
      words: `The post ${slug} is withdrawn.`,
      data: { slug, ...withdrawn },
      ...{ subject: `post:${slug}`, before: { withdrawn: false }, after: { withdrawn: true } },
    };
  },
};

export const pinPublished = pinCommand('pin', 'Shows a post above the others');
export const unpinPublished = pinCommand('unpin', 'Shows a post among the others again');

function pinCommand(word: 'pin' | 'unpin', about: string): Command {
  return {
    kind: 'changes',
    name: `posts ${word}`,
    usage: `posts ${word} SLUG --why TEXT`,
    about,
    async run(services, { words: [slug = ''] }, tx) {
      const pinned = await pinPost(tx, services, slug, word === 'pin');
      if (pinned.state === 'unknown') return { refused: `There is no post “${slug}”.` };
      const data = { slug, ...pinned };
      if (pinned.state === 'same') return { words: `The post ${slug} is already ${word}ned.`, data, unchanged: true };
      const isPinned = pinned.state === 'pinned';
      return {
        words: `The post ${slug} is ${pinned.state}.`,
        data,
        ...{ subject: `post:${slug}`, before: { pinned: !isPinned }, after: { pinned: isPinned } },
      };
    },
  };
}
