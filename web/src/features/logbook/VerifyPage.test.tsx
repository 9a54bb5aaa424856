import { Blob as Bytes } from 'node:buffer'
import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { act, cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import {
  canonicalJson,
  genesisInput,
  type SealedEntry,
  sealInput,
  signedText,
} from '@vigilux/contract/features/logbook/chain.rules.ts'
import { afterEach, expect, test, vi } from 'vitest'
import { createSampleExport, sampleKey } from '../../../../checks/sample-export.ts'
import stamped from '../../../../contract/src/features/logbook/fixtures/stamped-exports.json' with { type: 'json' }
import { plantId, plantWith, renderInPlant } from '../../testing/plant.tsx'
import { VerifyPage } from './VerifyPage.tsx'

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const { publicKey, privateKey } = generateKeyPairSync('ed25519')
const key = { id: 'k', algorithm: 'Ed25519', publicKey: publicKey.export({ format: 'jwk' }).x ?? '' }
const at = '2026-03-02T09:00:00.000Z'
const knownKey = { ...key, since: '2026-01-01T00:00:00.000Z', until: null }
const entry: SealedEntry = {
  no: 1,
  id: plantId,
  kind: 'service',
  at,
  recordedAt: at,
  unit: null,
  lamp: null,
  lampSerial: null,
  testId: null,
  corrects: null,
  about: null,
  by: null,
  facts: {},
  text: 'Visit',
  clockWrong: false,
}
const before = sha256(genesisInput(plantId))
const head = sha256(sealInput(before, entry))
const header = {
  format: 'vigilux-logbook-2',
  plant: { id: plantId, name: 'Hotel', timezone: 'Europe/Rome' },
  from: 1,
  to: 1,
  before,
  head,
  exportedAt: at,
  key,
  timeStamp: null,
}
const signature = sign(null, Buffer.from(signedText(header, {})), privateKey).toString('base64url')
const text = [header, { entry, hash: head }, { persons: {} }, { signature }]
  .map((line) => `${canonicalJson(line)}\n`)
  .join('')

/** Selects a file on the page, as a person does. */
const choose = async (content: string | Uint8Array<ArrayBuffer>) => {
  const file = Object.assign(new File([], 'export.jsonl'), { stream: () => new Bytes([content]).stream() })
  const input = await vi.waitFor(() => {
    const field = document.querySelector('input[type=file]')
    if (!(field instanceof HTMLInputElement)) throw new Error('no field for a file')
    return field
  })
  await userEvent.upload(input, file, { applyAccept: false })
}

/** Opens the page by the QR code of a document, and selects the export. */
const check = async (paper: { no: number; head: string }) => {
  const { router, calls } = await renderInPlant(<VerifyPage />, plantWith(), () => ({
    keys: [knownKey],
    authorities: [],
  }))
  act(() => router.history.replace(`${router.history.location.pathname}?no=${paper.no}&head=${paper.head}`))
  await screen.findByText(new RegExp(`entry ${paper.no}, with the chain head`))
  await choose(text)
  await screen.findByText('Whole and untouched')
  expect(screen.getByText('no time stamp')).toBeTruthy()
  expect(screen.getByText('2 March 2026 – 2 March 2026')).toBeTruthy()
  // The file is not uploaded.
  expect(JSON.stringify(calls)).not.toContain('Visit')
}

test.each([
  ['fits', { no: 1, head }, 'The paper fits: entry 1 has this chain head.'],
  ['is of another logbook', { no: 1, head: before }, 'The chain head on the paper does not belong to entry 1.'],
  ['is newer than the export', { no: 2, head }, 'The export does not hold entry 2; choose one that does.'],
])('the page names a paper that %s', async (_, paper, expectedText) => {
  await check(paper)
  expect(screen.getByText(expectedText)).toBeTruthy()
})

const [, entryLine = ''] = text.split('\n')
const forgedExport = entryLine.replace('{"entry"', '{"signature":"x","entry"')
const unreadable = new TextEncoder().encode(text)
unreadable[text.indexOf('Visit')] = 0xff
const changedFileText = 'The file is not untouched. Ask the plant for a new export and check it here.'
const reformatted = /^Mail programs and editors do this; it is no sign of a forgery\. The content was not checked\./

test.each([
  [
    'a forged line with a signature',
    text.replace(entryLine, forgedExport),
    'Broken at line 2: unknown field',
    changedFileText,
  ],
  [
    'a doubled member',
    text.replace('"to":1', '"to":1,"to":1'),
    'Broken at line 1: not in canonical form (RFC 8785)',
    changedFileText,
  ],
  ['a line before its header', `note\n${text}`, 'Broken at line 1: this line does not belong here', changedFileText],
  ['padding', text.replace(/"\}\n$/, '=="}\n'), 'Broken at line 4: value not allowed', changedFileText],
  ['bytes that are no UTF-8', unreadable, 'Broken at line 2: not valid UTF-8', changedFileText],
  [
    'a byte order mark',
    `\uFEFF${text}`,
    'Saved in another form: line 1, byte order mark (BOM) at the start of the file',
    reformatted,
  ],
  [
    'CRLF',
    text.replaceAll('\n', '\r\n'),
    'Saved in another form: line 1, line ends changed (CRLF or CR instead of LF)',
    reformatted,
  ],
  ['no line feed at the end', text.slice(0, -1), 'Saved in another form: line 4, last line feed missing', reformatted],
  [
    'a newer format',
    text.replace('logbook-2', 'logbook-3'),
    'Export in a format that this page does not know (line 1)',
    /^Nothing is proven either way\./,
  ],
  ['nothing of an export', 'a,b,c\n1,2,3\n', 'Not an export of Vigilux', /^Choose the file of an exported logbook/],
] as const)(
  'an export with %s is not whole, and its line and reason are named',
  async (_, content, title, expectedText) => {
    await renderInPlant(<VerifyPage />, plantWith(), () => ({ keys: [knownKey], authorities: [] }))
    await choose(content)
    expect(await screen.findByText(title)).toBeTruthy()
    expect(screen.getByText(expectedText)).toBeTruthy()
  },
)

const titles: Record<string, string> = {
  whole: 'Whole and untouched',
  forged: 'Signature forged (the whole file)',
  falseTimeStamp: 'Time stamp forged: not of this head, or changed (line 1)',
}
const authorityText: Record<string, (name: string | null) => RegExp> = {
  known: (name) => new RegExp(`\\d{4} at .*, by ${name}$`),
  unknown: (name) => new RegExp(`\\d{4} at .*; the authority is not known here and calls itself ${name}$`),
  broken: () => /^not of this head, or changed$/,
}

test.each(stamped.exports)('an export with a time stamp $name is $verdict, its stamp $state', async (exportCase) => {
  const keys = [{ ...knownKey, publicKey: stamped.publicKey }]
  await renderInPlant(<VerifyPage />, plantWith(), () => ({ keys, authorities: stamped.authorities }))
  await choose(exportCase.text)
  expect(await screen.findByText(titles[exportCase.verdict] ?? '-')).toBeTruthy()
  expect(screen.getByText(authorityText[exportCase.state]?.(exportCase.authority) ?? '-')).toBeTruthy()
  expect(screen.getByText('Export format').nextSibling?.textContent).toBe('1')
})

test('an export without entries is reported to prove nothing', async () => {
  const keys = [{ ...knownKey, publicKey: sampleKey }]
  await renderInPlant(<VerifyPage />, plantWith(), () => ({ keys, authorities: [] }))
  await choose(`${createSampleExport({ entries: [], header: { timeStamp: null } }).join('\n')}\n`)
  expect(await screen.findByText('No entries in this export')).toBeTruthy()
  expect(screen.queryByText('Whole and untouched')).toBeNull()
  expect(screen.getByText('Entries').nextSibling?.textContent).toBe('0')
})

test.each([
  [
    'retired',
    { until: '2026-03-10T00:00:00.000Z' },
    'Whole and untouched',
    /^Signed with a key that is no longer in use/,
  ],
  [
    'retired before',
    { until: '2026-03-01T00:00:00.000Z' },
    'Dated when its key was not in use (line 1)',
    /^The file says/,
  ],
  ['of another installation', { publicKey: stamped.publicKey }, /^Unknown key/, /^Nothing is proven either way/],
] as const)('the page explains a key that is %s', async (_, change, title, expectedText) => {
  await renderInPlant(<VerifyPage />, plantWith(), () => ({ keys: [{ ...knownKey, ...change }], authorities: [] }))
  await choose(text)
  expect(await screen.findByText(title)).toBeTruthy()
  expect(screen.getByText(expectedText)).toBeTruthy()
})
