import { isLegalDocument, LEGAL_DOCUMENTS } from '#domain/legal.ts';
import { type Command, readInputFile, writeTemplate } from '#server/operator/cli/command.ts';
import { tellFaults } from '#server/base/file-faults.ts';
import { legalSample, publishLegal, readLegalFile } from '#server/members/legal/index.ts';

export const publishLegalFile: Command = {
  kind: 'changes',
  name: 'legal publish',
  usage: 'legal publish FILE [--dry-run] --why TEXT',
  about: 'Publishes a version of a legal document from a Markdown file',
  async run(services, { words: [file = ''], options }, tx) {
    const content = await readInputFile(file);
    if ('refused' in content) return content;
    const read = readLegalFile(content.bytes.toString('utf8'), { required: services.config.languages.fallback });
    if ('wrong' in read) return { refused: `Nothing was published.\n${tellFaults(read.wrong).join('\n')}` };
    const published = await publishLegal(tx, services, read.legal);
    if ('wrong' in published) return { refused: `Nothing was published.\n${tellFaults(published.wrong).join('\n')}` };

    const { document, version, texts } = read.legal;
    const { state, changes } = published;
    const before = changes.find(({ name }) => name === 'version')?.before ?? null;
    const data = { document, version, state, languages: texts.map(({ language }) => language) };
    if (state === 'same')
      return { words: `Version ${version} of ${document} is already published.`, data, unchanged: true };
    const words = `Version ${version} of ${document} is published in ${data.languages.join(', ')}.`;
    if (options['dry-run'] === undefined) {
      return { words, data, subject: `legal:${document}`, before: { version: before }, after: { version } };
    }
    return { words: `${words}\nNothing was published (dry run).`, data, unchanged: true };
  },
};

export const writeLegalTemplate: Command = {
  kind: 'alone',
  name: 'legal template',
  usage: 'legal template DOCUMENT FILE',
  about: `Writes an example of the file of “legal publish”: ${LEGAL_DOCUMENTS.join(', ')}`,
  async run({ words: [document = '', file = ''] }) {
    if (!isLegalDocument(document)) {
      return { refused: `There is no document “${document}”. Choose: ${LEGAL_DOCUMENTS.join(', ')}.` };
    }
    return writeTemplate(file, await legalSample(document));
  },
};
