// Is a whole site's public log honest? node verify-seals.mjs https://atrium.example [--state FILE]
// Reads all daily seals and the log below /seal/log (C2SP tlog-tiles) and recalculates each root. Needs only Node.js.
// The file keeps the newest root. Run it again later, or compare files with others: a log rewritten since is noticed.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';

const TILE = 256;
const LIMITS = { answerBytes: 4_000_000, answerMs: 30_000, allMs: 2 * 3_600_000, entries: 50_000_000, waitSeconds: 90 };

class Fault extends Error {}
const fail = (why) => {
  throw new Fault(why);
};
const sha256 = (...all) => createHash('sha256').update(Buffer.concat(all)).digest();
const lineOf = (note, name) => new RegExp(`^${name} (.*)$`, 'm').exec(note)?.[1];

/** RFC 6962: the complete subtrees of all entries so far, largest first. */
function openTree() {
  const peaks = [];
  const levels = [];
  const join = (left, right) => sha256(Buffer.of(1), left, right);
  return {
    /** The hashes of the newest tile of each level. */
    levels,
    add(leaf) {
      let node = { hash: leaf, leaves: 1 };
      for (;;) {
        const level = Math.log2(node.leaves) / 8;
        if (Number.isInteger(level)) (levels[level] ??= []).push(node.hash);
        if (peaks.at(-1)?.leaves !== node.leaves) break;
        node = { hash: join(peaks.pop().hash, node.hash), leaves: node.leaves * 2 };
      }
      peaks.push(node);
    },
    root: () => peaks.reduceRight((right, { hash }) => (right ? join(hash, right) : hash), undefined) ?? sha256(),
  };
}

/** Text and bytes of a site, within limits. Waits if the site says so. */
function reader(site) {
  const until = Date.now() + LIMITS.allMs;
  return async function read(path, isOptional = false) {
    for (;;) {
      if (Date.now() > until) fail('The site is too slow: the check was given up.');
      const address = new URL(path, site);
      const signal = AbortSignal.timeout(LIMITS.answerMs);
      const answer = await fetch(address, { signal, headers: { 'cache-control': 'no-cache' } }).catch((error) =>
        fail(`${address} doesn't answer: ${error.cause?.message ?? error.message}.`),
      );
      const seconds = Number(answer.headers.get('retry-after'));
      if ((answer.status === 429 || answer.status === 503) && seconds > 0 && seconds <= LIMITS.waitSeconds) {
        await answer.body?.cancel();
        await sleep(seconds * 1000);
        continue;
      }
      if (answer.status === 404 && isOptional) return undefined;
      if (!answer.ok) fail(`${address} answers with status ${answer.status}.`);
      const chunks = [];
      let bytes = 0;
      for await (const chunk of answer.body ?? []) {
        bytes += chunk.length;
        if (bytes > LIMITS.answerBytes) fail(`${address} answers with too much.`);
        chunks.push(chunk);
      }
      return Buffer.concat(chunks);
    }
  };
}

/** C2SP signed note: is `signature` a line by `key` (name+id+key) over the note? */
function isSigned(note, signature, key) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+([A-Za-z0-9+/=]+)$/.exec(key) ?? [];
  const [, signer, bytes] = /^— (\S+) ([A-Za-z0-9+/=]+)$/.exec(signature) ?? [];
  if (!name || signer !== name) return false;
  const raw = Buffer.from(encoded, 'base64');
  const ownId = sha256(Buffer.from(`${name}\n`), raw).subarray(0, 4);
  const signed = Buffer.from(bytes, 'base64');
  if (raw.length !== 33 || raw[0] !== 1 || ownId.toString('hex') !== id || !signed.subarray(0, 4).equals(ownId)) {
    return false;
  }
  const spki = Buffer.concat([Buffer.from('302a300506032b6570032100', 'hex'), raw.subarray(1)]);
  return verify(
    null,
    Buffer.from(note),
    createPublicKey({ key: spki, format: 'der', type: 'spki' }),
    signed.subarray(4),
  );
}

/** Oldest first. */
async function readSeals(read) {
  const seals = [];
  for (let cursor = ''; cursor !== null;) {
    const page = JSON.parse(await read(`/api/seals/?limit=100${cursor && `&cursor=${cursor}`}`));
    seals.push(...page.items);
    if (page.next !== null && !(page.next < (cursor || '~'))) fail('The list of seals has no end.');
    cursor = page.next;
  }
  return seals.reverse();
}

const micros = (usdt) => {
  const [whole, part = ''] = usdt.split('.');
  return `${BigInt(whole + part.padEnd(6, '0'))}`;
};

/** Each seal by itself and after the one before. */
function checkSeals(seals, fault) {
  let before;
  for (const seal of seals) {
    const { day, note } = seal;
    const shown = {
      ...{ day, root: seal.root, total: micros(seal.total), leaves: `${seal.leaves}`, members: `${seal.members}` },
      ...{ previous: seal.previous ?? 'none', made: seal.made_at, late: seal.late ? 'yes' : 'no' },
      ...(seal.log && { 'log-size': `${seal.log.size}`, 'log-root': seal.log.root }),
    };
    for (const [name, value] of Object.entries(shown)) {
      if (lineOf(note, name) !== value)
        fault(`The seal of ${day} shows another “${name}” than the one that is signed.`);
    }
    if (!seal.log && lineOf(note, 'log-root')) fault(`The seal of ${day} hides the log that it names.`);
    if (!isSigned(note, seal.signature, seal.key)) fault(`The signature of the seal of ${day} is wrong.`);
    const previous = before ? sha256(Buffer.from(before.note)).toString('hex') : null;
    if (seal.previous !== previous)
      fault(`The seal of ${day} doesn't name the seal before it: one was changed or removed.`);
    const expected = before && new Date(Date.parse(before.day) + 86_400_000).toISOString().slice(0, 10);
    if (expected && day !== expected) fault(`There is no seal of ${expected}.`);
    before = seal;
  }
}

/** C2SP tlog-checkpoint, signed with the key of the newest seal. */
function readCheckpoint(text, seal, fault) {
  const [body, signatures] = [text.slice(0, text.lastIndexOf('\n\n') + 1), text.slice(text.lastIndexOf('\n\n') + 2)];
  const [origin, size, root] = body.split('\n');
  if (!/^\d{1,15}$/.test(size ?? '') || !root) fail('The checkpoint of the log is unreadable.');
  if (!seal.log.key.startsWith(`${origin}+`)) fault('The checkpoint of the log has another origin than the seals.');
  if (!signatures.split('\n').some((line) => isSigned(body, line, seal.log.key))) {
    fault('The signature of the checkpoint is wrong.');
  }
  if (Number(size) > LIMITS.entries) fail(`A log of ${size} entries is too large for this script.`);
  return { origin, size: Number(size), root: Buffer.from(root, 'base64').toString('hex') };
}

const nameOf = (number) =>
  `${number}`
    .padStart(Math.ceil(`${number}`.length / 3) * 3, '0')
    .match(/\d{3}/g)
    .map((part, index, parts) => (index < parts.length - 1 ? `x${part}` : part))
    .join('/');
const tilePath = (level, number, width) =>
  `/seal/log/tile/${level}/${nameOf(number)}${width < TILE ? `.p/${width}` : ''}`;

function entriesIn(bundle, width) {
  const entries = [];
  for (let at = 0; at < bundle.length;) {
    const end = at + 2 + bundle.readUInt16BE(at);
    if (end > bundle.length) fail('The log has an unreadable entry.');
    entries.push(bundle.subarray(at + 2, end));
    at = end;
  }
  return entries.length === width ? entries : fail('The log has fewer entries than it says.');
}

/** Walks all entries, and compares the root at each seal. Returns the tree. */
async function checkLog({ read, seals, checkpoint, kept, onProgress }, fault) {
  const tree = openTree();
  const counts = { payout: 0, seat: 0, seal: 0 };
  const rootAtKept = () => {
    if (kept && kept.size === size && tree.root().toString('hex') !== kept.root) {
      fault(`The log was rewritten: its first ${size} entries differ from those of ${kept.checkedAt}.`);
    }
  };
  let size = 0;
  rootAtKept();
  for (let number = 0; size < checkpoint.size; number += 1) {
    const width = Math.min(TILE, checkpoint.size - size);
    const [bundle, tile] = await Promise.all([
      read(tilePath('entries', number, width)),
      read(tilePath(0, number, width)),
    ]);
    const leaves = [];
    for (const entry of entriesIn(bundle, width)) {
      const text = entry.toString();
      const [kind] = text.split(/[ \n]/, 1);
      if (!/^(payout|seat) [0-9a-f]{64}$/.test(text) && kind !== 'seal')
        fault(`Entry ${size} of the log is unreadable.`);
      else if (kind === 'seal') checkSealEntry(text, seals[counts.seal], { size, tree }, fault);
      counts[kind] += 1;
      leaves.push(sha256(Buffer.of(0), entry));
      tree.add(leaves.at(-1));
      size += 1;
      rootAtKept();
    }
    if (!Buffer.concat(leaves).equals(tile))
      fault(`The tile ${tilePath(0, number, width)} doesn't have these entries.`);
    // Level 0 was compared; only what is above it is kept.
    tree.levels[0].length = 0;
    onProgress?.(size / checkpoint.size);
  }
  if (counts.seal < seals.length) fault(`The seal of ${seals[counts.seal].day} is not in the log.`);
  if (tree.root().toString('hex') !== checkpoint.root)
    fault('The entries of the log do not lead to the root of its checkpoint.');
  for (const [level, hashes] of tree.levels.entries()) {
    for (let number = 0; level > 0 && number * TILE < hashes.length; number += 1) {
      const own = hashes.slice(number * TILE, (number + 1) * TILE);
      const path = tilePath(level, number, own.length);
      if (!Buffer.concat(own).equals(await read(path))) fault(`The tile ${path} doesn't fit the entries.`);
    }
  }
  return counts;
}

/** Seals are in the log as they were signed, in their order, each after the entries that it names. */
function checkSealEntry(text, seal, { size, tree }, fault) {
  if (!seal) return fault(`Entry ${size} of the log is a seal that the list of seals doesn't have.`);
  if (text !== `seal\n${seal.note}\n${seal.signature}\n`) {
    fault(`Entry ${size} of the log is another seal than the one of ${seal.day} in the list.`);
  }
  if (!seal.log) return undefined;
  if (seal.log.size !== size)
    fault(`The seal of ${seal.day} names ${seal.log.size} entries of the log, and there are ${size}.`);
  else if (seal.log.root !== tree.root().toString('hex')) {
    fault(`The log was changed before the seal of ${seal.day}: its entries don't lead to the root in the seal.`);
  }
  return undefined;
}

/** What an earlier run saw is still there. */
function checkKept(kept, { seals, checkpoint }, fault) {
  if (!kept) return;
  const seal = seals.find(({ day }) => day === kept.day);
  if (!seal) fault(`The seal of ${kept.day}, seen at ${kept.checkedAt}, is gone.`);
  else if (sha256(Buffer.from(seal.note)).toString('hex') !== kept.seal) {
    fault(`The seal of ${kept.day} was rewritten: it is another one than at ${kept.checkedAt}.`);
  }
  if (kept.size > checkpoint.size)
    fault(`The log shrank: ${kept.size} entries at ${kept.checkedAt}, ${checkpoint.size} now.`);
}

/**
 * `faults` are sentences; without any, `state` is to be kept for the next run.
 * @typedef {{ site: string; day: string; seal: string; size: number; root: string; checkedAt: string }} State
 * @param {string} site
 * @param {{ kept?: State | undefined; onProgress?: (share: number) => void; now?: Date }} options
 */
export async function verifySeals(site, { kept, onProgress, now = new Date() } = {}) {
  /** @type {string[]} */
  const faults = [];
  const fault = (sentence) => {
    if (faults.length < 100) faults.push(sentence);
  };
  /**
   * @type {{
   *   faults: string[]; since: string | undefined; seals: number; newest: string | undefined; keys: string[];
   *   log: { size: number; root: string } | undefined; state: State | undefined;
   *   counts: { payout: number; seat: number; seal: number } | undefined;
   * }}
   */
  const result = {
    faults,
    since: kept?.checkedAt,
    seals: 0,
    newest: undefined,
    log: undefined,
    counts: undefined,
    keys: [],
    state: kept,
  };
  try {
    const read = reader(site);
    const seals = await readSeals(read);
    const newest = seals.at(-1);
    result.seals = seals.length;
    if (!newest) {
      if (kept) fault('All seals are gone.');
      return result;
    }
    Object.assign(result, { newest: newest.day, keys: [...new Set(seals.map(({ key }) => key))] });
    checkSeals(seals, fault);
    const sealed = seals.findLast(({ log }) => log);
    const text = sealed && `${await read('/seal/log/checkpoint')}`;
    const checkpoint = text ? readCheckpoint(text, sealed, fault) : { size: 0, root: sha256().toString('hex') };
    checkKept(kept, { seals, checkpoint }, fault);
    if (text) {
      // Seals newer than the last one that names the log are of version 1 and not in it yet.
      const inLog = seals.slice(0, seals.indexOf(sealed) + 1);
      result.counts = await checkLog({ read, seals: inLog, checkpoint, kept, onProgress }, fault);
      result.log = checkpoint;
    }
    if (faults.length === 0) {
      const seal = sha256(Buffer.from(newest.note)).toString('hex');
      const { size, root } = checkpoint;
      result.state = { site: new URL(site).origin, day: newest.day, seal, size, root, checkedAt: now.toISOString() };
    }
  } catch (error) {
    if (!(error instanceof Fault) && !(error instanceof SyntaxError) && error.name !== 'TimeoutError') throw error;
    fault(error instanceof Fault ? error.message : `The site's answer is unreadable or too slow (${error.message}).`);
  }
  return result;
}

/**
 * What an earlier run kept; no state if there is no such file yet.
 * @param {string} file
 * @param {string} site
 * @returns {{ state: State | undefined; refused?: undefined } | { refused: string; state?: undefined }}
 */
export function readState(file, site) {
  try {
    const state = JSON.parse(readFileSync(file, 'utf8'));
    return state?.site === new URL(site).origin
      ? { state }
      : { refused: `${file} is of another site: ${state?.site}.` };
  } catch (error) {
    return error.code === 'ENOENT' ? { state: undefined } : { refused: `${file} can't be read: ${error.message}.` };
  }
}

/**
 * Why the file couldn't be written.
 * @param {string} file
 * @param {State | undefined} state
 * @returns {string | undefined}
 */
export function writeState(file, state) {
  try {
    writeFileSync(file, `${JSON.stringify(state)}\n`);
    return undefined;
  } catch (error) {
    return `${file} can't be written: ${error.message}.`;
  }
}

/**
 * @param {Awaited<ReturnType<typeof verifySeals>>} result
 * @returns {string}
 */
export function describeSeals({ faults, since, seals, newest, log, counts, keys }) {
  const right = since
    ? `Seals and log fit together, and nothing was removed or rewritten since ${since}.`
    : 'Seals and log fit together. Keep a state file to notice later if they are rewritten.';
  const verdict = faults.length === 0 ? [right] : ['Something is wrong.', ...faults.map((one) => `- ${one}`)];
  const found = [
    `${seals} seals were read${newest ? `, the newest is of ${newest}` : ''}.`,
    ...(log ? [`The log has ${log.size} entries. Its root is ${log.root}`] : ['No log was read.']),
    ...(counts ? [`Payouts: ${counts.payout}, placement events: ${counts.seat}, seals: ${counts.seal}.`] : []),
    ...keys.map((key) => `Signed with ${key}`),
  ];
  return [...verdict, ...found].join('\n');
}

const [, program = '', ...words] = process.argv;
if (/[/\\]verify-seals[^/\\]*\.mjs$/.test(program)) {
  const [site, flag, file] = words;
  const exit = (code, why) => process.exit(console.error(why) ?? code);
  if (!URL.canParse(site) || (flag && (flag !== '--state' || !file))) {
    exit(2, 'node verify-seals.mjs https://atrium.example [--state FILE]');
  }
  const { refused, state: kept } = file ? readState(file, site) : {};
  if (refused) exit(2, refused);
  const result = await verifySeals(site, { kept });
  console.log(describeSeals(result));
  if (result.faults.length > 0) process.exitCode = 1;
  else if (file) {
    const problem = writeState(file, result.state);
    if (problem) exit(2, problem);
  }
}
