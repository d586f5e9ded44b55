import { readFile } from 'node:fs/promises';
import { publishPost, readPostFile } from '#server/feed/index.ts';
import type { Command } from '../command.ts';

export const publishPostFile: Command = {
  kind: 'changes',
  name: 'posts publish',
  usage: 'posts publish FILE [--dry-run] --why TEXT',
  about: 'Publishes news or a webinar from a Markdown file; the same slug again changes what is published',
  async run(house, { words: [file = ''], options }, tx) {
    const text = await readFile(file, 'utf8').catch((error: NodeJS.ErrnoException) => ({ code: error.code ?? 'EIO' }));
    if (typeof text !== 'string') return { refused: `The file “${file}” can’t be read (${text.code}).` };
    const read = readPostFile(text);
    if ('wrong' in read) return { refused: `Nothing was published.\n${read.wrong}` };
    const published = await publishPost(tx, house, read.post);
    if ('wrong' in published) return { refused: `Nothing was published.\n${published.wrong}` };

    const { slug, texts } = read.post;
    const { state } = published;
    const changed = published.changed.map(inFileWords);
    const languages = texts.map(({ language }) => language);
    const data = { slug, ...published, changed, languages };
    if (state === 'same') return { words: `The post ${slug} is what the file says.`, data, unchanged: true };
    const words =
      state === 'new'
        ? `The post ${slug} is published in ${languages.join(', ')}.`
        : `The post ${slug} is changed: ${changed.join(', ')}.`;
    if (options['dry-run'] === undefined) return { words, data };
    return { words: `${words}\nNothing was published: this was only tried.`, data, unchanged: true };
  },
};

/** `startsAt` as the file spells it, `starts_at`. */
function inFileWords(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
}
