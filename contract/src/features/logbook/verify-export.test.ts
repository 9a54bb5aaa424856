import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { beginningOf, canonicalJson, linkOf, type SealedEntry, signedText } from './chain.rules.ts'
import { type Verdict, verifyExport } from './verify-export.ts'
import { webCrypto } from './web-crypto.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plantId = '00000000-0000-4000-8000-00000000000a'
const entryOf = (no: number, text = `Entry ${no}`): SealedEntry => ({
  ...{ no, id: `00000000-0000-4000-8000-0000000${String(no).padStart(5, '0')}`, kind: 'service' },
  // Entry 6 was written late.
  ...{ at: `2026-03-${no === 6 ? '01' : String(Math.min(no + 1, 28)).padStart(2, '0')}T09:00:00.000Z` },
  ...{ recordedAt: '2026-03-02T09:00:00.000Z', facts: {}, text },
  ...{
    unit: null,
    lamp: null,
    lampSerial: null,
    testId: null,
    corrects: null,
    about: null,
    by: null,
    clockWrong: false,
  },
})

const keys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: publicKey.export({ format: 'jwk' }).x ?? '', privateKey }
}
const ours = keys()
const theirs = keys()

/** An export of the entries from one number on, of a chain of ten, or more; sealed and signed as the server does. */
const exportOf = ({
  from = 1,
  entries = 10,
  texts = {},
  key = ours,
}: {
  from?: number
  entries?: number
  texts?: Record<number, string>
  key?: typeof ours
} = {}) => {
  let hash = sha256(beginningOf(plantId))
  let before = hash
  const lines: string[] = []
  for (let no = 1; no <= entries; no += 1) {
    const entry = entryOf(no, texts[no])
    if (no === from) before = hash
    hash = sha256(linkOf(hash, entry))
    if (no >= from) lines.push(canonicalJson({ entry, hash }))
  }
  const header = {
    ...{ format: 'vigilux-logbook-1', plant: { id: plantId, name: 'Città', timezone: 'Europe/Rome' } },
    ...{ from, to: entries, before, head: hash, exportedAt: '2026-03-02T10:00:00.000Z', timeStamp: null },
    key: { id: 'k', algorithm: 'Ed25519', publicKey: key.publicKey },
  }
  const persons = { '00000000-0000-4000-8000-0000000000aa': 'Ada Bianchi' }
  const signature = sign(null, Buffer.from(signedText(header, persons)), key.privateKey).toString('base64url')
  return [canonicalJson(header), ...lines, canonicalJson({ persons }), canonicalJson({ signature })]
}

/** As a file is read: in pieces that end anywhere. */
const inPieces = (text: string): string[] => text.match(/[\s\S]{1,97}/gu) ?? []

const verdictOf = async (lines: readonly string[], known = [ours.publicKey]) => {
  const found: Verdict = await verifyExport(inPieces(lines.join('\n')), known, webCrypto(crypto.subtle))
  return 'no' in found ? [found.verdict, found.no] : found.verdict
}

test('a whole export is whole, and a part says that it is one', async () => {
  expect(await verdictOf(exportOf())).toBe('whole')
  expect(await verdictOf([...exportOf().map((line) => `${line}\r`)])).toBe('whole')
  expect(
    await verifyExport([exportOf({ from: 4 }).join('\n')], [ours.publicKey], webCrypto(crypto.subtle)),
  ).toMatchObject({
    ...{ verdict: 'whole', part: true, checked: 7 },
    header: { from: 4, to: 10 },
    // Of when the entries are, not of when they were written.
    period: { from: '2026-03-01T09:00:00.000Z', to: '2026-03-11T09:00:00.000Z' },
  })
  expect(await verdictOf(exportOf(), [theirs.publicKey, ours.publicKey])).toBe('whole')
})

test('whatever was done to an export, the first thing that is wrong is named', async () => {
  const lines = exportOf()
  const changed = lines.map((line) => line.replace('Entry 5', 'Entry 6'))
  expect(await verdictOf(changed)).toEqual(['changed', 5])
  expect(await verdictOf(lines.toSpliced(4, 1))).toEqual(['missing', 4])
  expect(await verdictOf(lines.toSpliced(4, 2, lines[5] ?? '', lines[4] ?? ''))).toEqual(['swapped', 4])
  expect(await verdictOf(lines.toSpliced(8, 3))).toEqual(['cutOff', 8])
  expect(await verdictOf(lines.slice(0, 8))).toEqual(['cutOff', 8])
  // Its first letter becomes another, whichever it is.
  const other = (_: string, first: string) => `"signature":"${first === '-' ? 'A' : '-'}`
  expect(await verdictOf(lines.map((line) => line.replace(/"signature":"(.)/, other)))).toBe('forged')
  expect(await verdictOf(lines.slice(0, -1))).toBe('forged')
  expect(await verdictOf(lines.map((line) => line.replace('Città', 'Stadt')))).toBe('forged')
  expect(await verdictOf(lines.map((line) => line.replace('Ada Bianchi', 'Eva Bianchi')))).toBe('forged')
  expect(await verdictOf(lines.filter((line) => !line.includes('persons')))).toBe('forged')
  const garbled = lines.with(3, (lines[3] ?? '').slice(0, 40))
  expect(await verdictOf(garbled)).toEqual(['changed', 3])
})

test('a chain that was computed anew has a head that nobody signed, or a key that nobody knows', async () => {
  const [header = '', ...signed] = exportOf()
  const [other = '', ...anew] = exportOf({ texts: { 5: 'Nothing happened' } })
  expect(await verdictOf([header, ...anew])).toBe('recomputed')
  expect(await verdictOf([other, ...anew.slice(0, -1), signed.at(-1) ?? ''])).toBe('forged')
  expect(await verdictOf(exportOf({ texts: { 5: 'Nothing' }, key: theirs }))).toBe('strangeKey')
})

test('whoever is told how far it is can take the time to show it', async () => {
  const lines = exportOf({ entries: 1_000 })
  const told: [done: number, total: number][] = []
  let [looked, drawing] = [0, false]
  const ports = webCrypto(crypto.subtle)
  const sha256 = (text: string) => {
    looked += 1
    expect(drawing).toBe(false)
    return ports.sha256(text)
  }
  const found = await verifyExport(
    inPieces(lines.join('\n')),
    [ours.publicKey],
    { ...ports, sha256 },
    async (...one) => {
      told.push(one)
      drawing = true
      await new Promise((resolve) => setTimeout(resolve))
      drawing = false
    },
  )
  expect([found.verdict, looked, told]).toEqual([
    'whole',
    1_001,
    [
      [500, 1_000],
      [1_000, 1_000],
    ],
  ])
})

test('a file that is no export is refused', async () => {
  for (const text of ['', '{}', 'a,b,c\n1,2,3', '[1]', 'null', '{"format":"vigilux-logbook-1"}'])
    expect(await verdictOf([text])).toBe('noExport')
})

test('the seal of the entry that a paper names is told, where the file holds it', async () => {
  const lines = exportOf({ from: 4 })
  const sealAt = async (no: number) => {
    const found = await verifyExport([lines.join('\n')], [ours.publicKey], webCrypto(crypto.subtle), undefined, no)
    return 'sealAt' in found ? found.sealAt : undefined
  }
  const { hash } = JSON.parse(lines[2] ?? '') as { hash: string }
  expect([await sealAt(5), await sealAt(3)]).toEqual([hash, null])
})
