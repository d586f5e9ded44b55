import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { NODE_ID_PATTERN, recogniseDestination, shortDestination } from '#domain/destination.ts';
import { WALLET } from '../support/people/money.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest();
const recognise = (typed: string, pattern = NODE_ID_PATTERN) => {
  const found = recogniseDestination(typed, pattern, sha256);
  return 'fault' in found ? found.fault : found.network;
};

test.each([
  ['a wallet in the Tron network', WALLET, 'trc20'],
  ['a node ID', 'QNode00000000001', 'qchain'],
  ['the longest node ID', 'a'.repeat(64), 'qchain'],
  ['a node ID that begins as a wallet does', `${WALLET}1`, 'qchain'],
  ['a node ID as long as a wallet, with a sign that no wallet has', 'T0W46NB7emkS1BTR6i6tKEPEixQFZpoWqe', 'qchain'],
  ['a node ID of as many letters as Bitcoin’s shortest', 'QNode000000000000000000001', 'qchain'],
  ['something too short', 'QNode0000000001', 'destination_unknown'],
  ['something too long', 'a'.repeat(65), 'destination_unknown'],
  ['nothing', '', 'destination_unknown'],
  ['a node ID with a hyphen', 'QNode-00000000001', 'destination_unknown'],
  ['a wallet with its last letter wrong', `${WALLET.slice(0, -1)}f`, 'destination_checksum'],
  ['a wallet with two letters swapped', WALLET.replace('MW', 'WM'), 'destination_checksum'],
  ['a wallet with a Cyrillic letter that looks like its own', WALLET.replace('T', 'Т'), 'destination_letters'],
  ['a wallet with a space in it', WALLET.replace('46', '4 6'), 'destination_letters'],
  ['a wallet with a line break behind it', `${WALLET}\n`, 'destination_letters'],
  ['the contract of USDT', 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t', 'destination_contract'],
  ['the account of nobody, where coins are burnt', 'T9yD14Nj9j7xAB4dbGeiX9h8unkKHxuWwb', 'destination_empty'],
  ['Bitcoin', '1A1zP1eP5QGefi2DMPTfTL5SLmv7DivfNa', 'destination_other_chain'],
  ['Bitcoin with many zeros', '1111111111111111111114oLvT2', 'destination_other_chain'],
  ['Bitcoin of several people', '3J98t1WpEZ73CNmQviecrnyiWrnqRhWNLy', 'destination_other_chain'],
  ['Bitcoin of today', 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq', 'destination_other_chain'],
  ['Ethereum', '0x52908400098527886E0F7030069857D2E4169EE7', 'destination_other_chain'],
  ['Ethereum without its beginning', '52908400098527886E0F7030069857D2E4169EE7', 'destination_other_chain'],
  ['Tron in hex', '4152908400098527886e0f7030069857d2e4169ee7', 'destination_other_chain'],
])('%s: %s is %s', (_, typed, is) => expect(recognise(typed)).toBe(is));

test('only the account that is nothing but zeros is nobody’s', () => {
  const account = Uint8Array.from({ length: 20 }, (_, index) => index);
  expect(recognise(addressOf(0x41, account))).toBe('trc20');
  expect(recognise(addressOf(0x41, new Uint8Array(20)))).toBe('destination_empty');
  expect(recognise(addressOf(0x42, account))).toBe('destination_other_chain');
});

test('the operator may say what a node ID looks like, and no wallet becomes one by that', () => {
  expect(recognise('node-7', '^node-[0-9]+$')).toBe('qchain');
  expect(recognise('QNode00000000001', '^node-[0-9]+$')).toBe('destination_unknown');
  expect(recognise(WALLET, '.*')).toBe('trc20');
  expect(recognise(`${WALLET.slice(0, -1)}f`, '.*')).toBe('destination_checksum');
  expect(recognise('0x52908400098527886E0F7030069857D2E4169EE7', '.*')).toBe('destination_other_chain');
});

test('a long address is known again by its ends, a short one is shown whole', () => {
  expect(shortDestination(WALLET)).toBe('TMW46N…oWqe');
  expect(shortDestination('QNode00000000001')).toBe('QNode00000000001');
  expect(shortDestination('QNode000000000012')).toBe('QNode0…0012');
});

/** Base58Check, the format of wallet addresses. */
function addressOf(chain: number, account: Uint8Array): string {
  const payload = Buffer.from([chain, ...account]);
  const whole = Buffer.concat([payload, sha256(sha256(payload)).subarray(0, 4)]);
  const signs = '123456789ABCDEFGHJKLMNPQRSTUVWXYZabcdefghijkmnopqrstuvwxyz';
  let address = '';
  for (let rest = BigInt(`0x${whole.toString('hex')}`); rest > 0n; rest /= 58n) {
    address = signs[Number(rest % 58n)] + address;
  }
  return address;
}
