import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import postcss, { type Container } from 'postcss';
import type { Block, FirstLook, Rule } from '#server/site/first-look.ts';

// Once, after the build: the stylesheet taken apart into its rules and the sprite into its icons, so that a first page
// can carry those it shows, and the page script.
const files = join('dist', 'client', '_astro');
const sheet = await fileLike(/^document\.[\w-]+\.css$/);
const sprite = await fileLike(/^icons\.[\w-]+\.svg$/);
const script = await fileLike(/^page-script-[\w-]+\.js$/);
const drawn = await readFile(join(files, sprite), 'utf8');
const look: FirstLook = {
  version: sheet.split('.')[1] ?? '',
  sheet: `/_astro/${sheet}`,
  sprite: `/_astro/${sprite}`,
  script: { address: `/_astro/${script}`, text: await readFile(join(files, script), 'utf8') },
  rules: partsOf(postcss.parse(await readFile(join(files, sheet), 'utf8'))),
  // In a page a bare name would meet those of its own elements.
  icons: Object.fromEntries(
    [...drawn.matchAll(/<symbol id="([\w-]+)".*?<\/symbol>/gs)].map(([icon, name]) => [
      name,
      icon.replace('id="', 'id="icon-'),
    ]),
  ),
};
const written = JSON.stringify(look);
if (/[^ -~]/.test(written))
  throw new Error('First pages are put together from ASCII (src/server/site/first-visits.ts).');
await writeFile(join('dist', 'server', 'first-look.json'), written);

async function fileLike(name: RegExp): Promise<string> {
  const [found, ...others] = (await readdir(files)).filter((file) => name.test(file));
  if (!found || others.length > 0) throw new Error(`One file like ${name} was expected in ${files}.`);
  return found;
}

function partsOf(container: Container): (Block | Rule)[] {
  return (container.nodes ?? []).map((node): Block | Rule => {
    if (node.type === 'rule') return { text: `${node}`, needs: node.selectors.map(classesOf) };
    if (node.type !== 'atrule') throw new Error(`Nothing but rules was expected in ${sheet}: ${node}`);
    if (!node.nodes) return { text: `${node};`, needs: [[]] };
    const isGroup = /^(layer|media|supports|container)$/.test(node.name);
    return isGroup ? { open: `@${node.name} ${node.params}{`, rules: partsOf(node) } : { text: `${node}`, needs: [[]] };
  });
}

/** The classes without which a selector finds nothing; those in `:not()`, `:is()` and `:has()` are not among them. */
function classesOf(selector: string): string[] {
  let plain = selector;
  for (let before = ''; before !== plain;) [before, plain] = [plain, plain.replaceAll(/\([^()]*\)/g, '')];
  return [...plain.matchAll(/\.([\w-]+)/g)].flatMap(([, name]) => name ?? []);
}
