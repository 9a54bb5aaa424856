import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { expect, test } from 'vitest'
import { alteredExports } from '../../../../checks/altered-exports.ts'
import { datedExports } from '../../../../checks/dated-exports.ts'
import { createRestoredExport, namedGap } from '../../../../checks/restored-exports.ts'
import { createKeyInUse, createSampleExport, joinLines, sampleKey } from '../../../../checks/sample-export.ts'
import { canonicalJson, genesisInput, type SealedEntry, sealInput, signedText } from './chain.rules.ts'
import { type Verdict, verifyExport } from './verify-export.ts'
import { webCrypto } from './web-crypto.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plantId = '00000000-0000-4000-8000-00000000000a'
const entryOf = (no: number, text = `Entry ${no}`): SealedEntry => ({
  no,
  id: `00000000-0000-4000-8000-0000000${String(no).padStart(5, '0')}`,
  kind: 'service',
  // Entry 6 was recorded late.
  at: `2026-03-${no === 6 ? '01' : String(Math.min(no + 1, 28)).padStart(2, '0')}T09:00:00.000Z`,
  recordedAt: '2026-03-02T09:00:00.000Z',
  facts: {},
  text,
  unit: null,
  lamp: null,
  lampSerial: null,
  testId: null,
  corrects: null,
  about: null,
  by: null,
  clockWrong: false,
})

const keys = () => {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519')
  return { publicKey: publicKey.export({ format: 'jwk' }).x ?? '', privateKey }
}
const ownKeys = keys()
const foreignKeys = keys()

/** An export of the entries from one number on, out of a chain of ten or more. Sealed and signed as by the server. */
const exportOf = ({
  from = 1,
  entries = 10,
  texts = {},
  key = ownKeys,
  format = 2,
}: {
  from?: number
  entries?: number
  texts?: Record<number, string>
  key?: typeof ownKeys
  format?: 1 | 2
} = {}) => {
  let hash = sha256(genesisInput(plantId))
  let before = hash
  const lines: string[] = []
  for (let no = 1; no <= entries; no += 1) {
    const entry = entryOf(no, texts[no])
    if (no === from) before = hash
    hash = sha256(sealInput(hash, entry))
    if (no >= from) lines.push(canonicalJson({ entry, hash }))
  }
  const header = {
    format: `vigilux-logbook-${format}`,
    plant: { id: plantId, name: 'Città', timezone: 'Europe/Rome' },
    from,
    to: entries,
    before,
    head: hash,
    exportedAt: '2026-03-02T10:00:00.000Z',
    timeStamp: null,
    key: { id: 'k', algorithm: 'Ed25519', publicKey: key.publicKey },
  }
  const persons = { '00000000-0000-4000-8000-0000000000aa': 'Ada Bianchi' }
  const signature = sign(null, Buffer.from(signedText(header, persons)), key.privateKey).toString('base64url')
  return [canonicalJson(header), ...lines, canonicalJson({ persons }), canonicalJson({ signature })]
}

/** A file in chunks with any ends, even within a character. */
const inPieces = (bytes: Buffer): Buffer[] =>
  Array.from({ length: Math.ceil(bytes.length / 97) }, (_, at) => bytes.subarray(97 * at, 97 * (at + 1)))

const verifiedPieces = (pieces: Buffer[], knownKeys: readonly string[], no?: number): Promise<Verdict> =>
  verifyExport(pieces, knownKeys.map(createKeyInUse), webCrypto(crypto.subtle), undefined, no)
const verified = (bytes: Buffer, knownKeys: readonly string[] = [ownKeys.publicKey], no?: number): Promise<Verdict> =>
  verifiedPieces(inPieces(bytes), knownKeys, no)

const verdictOf = async (lines: readonly string[], knownKeys?: readonly string[]) => {
  const found = await verified(joinLines(lines), knownKeys)
  if ('reason' in found) return [found.verdict, found.reason, found.line]
  return 'no' in found ? [found.verdict, found.no, found.line] : found.verdict
}

test('a complete export is whole, and a partial one is marked as partial', async () => {
  expect(await verdictOf(exportOf())).toBe('whole')
  expect(await verified(joinLines(exportOf({ from: 4 })))).toMatchObject({
    verdict: 'whole',
    format: 2,
    line: null,
    part: true,
    checked: 7,
    header: { from: 4, to: 10 },
    // The time of the events, not of their recording.
    period: { from: '2026-03-01T09:00:00.000Z', to: '2026-03-11T09:00:00.000Z' },
  })
  expect(await verdictOf(exportOf(), [foreignKeys.publicKey, ownKeys.publicKey])).toBe('whole')
})

test('an export of format 1 may have other line ends', async () => {
  const lines = exportOf({ format: 1 })
  expect(await verified(joinLines(lines))).toMatchObject({ verdict: 'whole', format: 1 })
  expect(await verdictOf(lines.map((line) => `${line}\r`))).toBe('whole')
  expect(await verified(Buffer.from(lines.join('\n')))).toMatchObject({ verdict: 'whole', format: 1 })
})

test('the first fault of an altered export is reported', async () => {
  const lines = exportOf()
  const changed = lines.map((line) => line.replace('Entry 5', 'Entry 6'))
  expect(await verdictOf(changed)).toEqual(['changed', 5, 6])
  expect(await verdictOf(lines.toSpliced(4, 1))).toEqual(['missing', 4, 5])
  expect(await verdictOf(lines.toSpliced(4, 2, lines[5] ?? '', lines[4] ?? ''))).toEqual(['swapped', 4, 5])
  expect(await verdictOf(lines.toSpliced(8, 3))).toEqual(['cutOff', 8, 9])
  expect(await verdictOf(lines.slice(0, 8))).toEqual(['cutOff', 8, 9])
  // Replaces its first letter by another one.
  const other = (_: string, first: string) => `"signature":"${first === '-' ? 'A' : '-'}`
  expect(await verdictOf(lines.map((line) => line.replace(/"signature":"(.)/, other)))).toBe('forged')
  expect(await verdictOf(lines.slice(0, -1))).toEqual(['malformed', 'missingLine', 13])
  expect(await verdictOf(lines.map((line) => line.replace('Città', 'Stadt')))).toBe('forged')
  expect(await verdictOf(lines.map((line) => line.replace('Ada Bianchi', 'Eva Bianchi')))).toBe('forged')
  const anonymous = lines.filter((line) => !line.includes('persons'))
  expect(await verdictOf(anonymous)).toEqual(['malformed', 'unexpectedLine', 12])
  const garbled = lines.with(3, (lines[3] ?? '').slice(0, 40))
  expect(await verdictOf(garbled)).toEqual(['malformed', 'notJson', 4])
  // Entries after a break do not hide it.
  expect(await verdictOf(lines.toSpliced(4, 1).with(7, '{'))).toEqual(['missing', 4, 5])
})

test('each structural change of an export gets its verdict and line', async () => {
  const failed: unknown[] = []
  for (const { name, bytes, ...expected } of alteredExports)
    for (const pieces of [inPieces(bytes), [bytes]]) {
      const found = await verifiedPieces(pieces, [sampleKey])
      const { verdict, line } = found
      const reason = 'reason' in found ? found.reason : undefined
      const isExpected = verdict === expected.verdict && line === expected.line && reason === expected.reason
      if (!isExpected) failed.push({ name, pieces: pieces.length, ...expected, found: { verdict, line, reason } })
    }
  expect(failed).toEqual([])
  expect(alteredExports.length).toBeGreaterThan(200)
})

test('an export with any one bit flipped is not whole', async () => {
  const exportText = joinLines(createSampleExport())
  const ports = webCrypto(crypto.subtle)
  const failed: string[] = []
  let flips = 0
  for (let at = 0; at < exportText.length; at += 1)
    for (let bit = 0; bit < 8; bit += 1) {
      const bytes = Buffer.from(exportText)
      bytes.writeUInt8(bytes.readUInt8(at) ^ (1 << bit), at)
      const { verdict } = await verifyExport([bytes], [createKeyInUse(sampleKey)], ports)
      if (verdict === 'whole') failed.push(`byte ${at}, bit ${bit}`)
      flips += 1
    }
  expect(failed).toEqual([])
  expect(flips).toBe(8 * exportText.length)
  expect(flips).toBeGreaterThan(15_000)
})

test('a line that is too long is not held in memory', async () => {
  let readCount = 0
  function* endlessExport() {
    yield Buffer.from(`${createSampleExport()[0]}\n`)
    for (; readCount < 10_000; readCount += 1) yield Buffer.alloc(65_536, 'x')
  }
  const found = await verifyExport(endlessExport(), [createKeyInUse(sampleKey)], webCrypto(crypto.subtle))
  expect(found).toMatchObject({ verdict: 'malformed', reason: 'tooLong', line: 2 })
  expect(readCount).toBeLessThan(20)
})

test('a recomputed chain is detected by its signature or unknown key', async () => {
  const [header = '', ...signedLines] = exportOf()
  const [other = '', ...foreignLines] = exportOf({ texts: { 5: 'Nothing happened' } })
  expect(await verdictOf([header, ...foreignLines])).toBe('recomputed')
  expect(await verdictOf([other, ...foreignLines.slice(0, -1), signedLines.at(-1) ?? ''])).toBe('forged')
  expect(await verdictOf(exportOf({ texts: { 5: 'Nothing' }, key: foreignKeys }))).toBe('unknownKey')
})

test.each(datedExports)('an export dated $name is $verdict', async ({ key, bytes, ...expected }) => {
  const { name: _, ...expectedReport } = expected
  expect(await verifyExport([bytes], [key], webCrypto(crypto.subtle))).toMatchObject({ ...expectedReport, key })
})

test('a time stamp of a known authority dates the signature of a retired key', async () => {
  const key = { ...createKeyInUse(sampleKey), until: '2026-03-10T00:00:00.000Z' }
  const stampedAt = async (state: 'known' | 'unknown', at: string) => {
    const stamp = async () => ({ state, at, authority: 'A' })
    return verifyExport([joinLines(createSampleExport())], [key], webCrypto(crypto.subtle, stamp))
  }
  expect(await stampedAt('known', '2026-03-03T10:00:00.000Z')).toMatchObject({ verdict: 'whole', keyState: 'retired' })
  expect(await stampedAt('unknown', '2026-03-03T10:00:00.000Z')).toMatchObject({ keyState: 'retiredUnstamped' })
  expect(await stampedAt('known', '2026-03-11T10:00:00.000Z')).toMatchObject({ verdict: 'keyNotInUse' })
})

test('the verification waits while progress is displayed', async () => {
  const lines = exportOf({ entries: 1_000 })
  const progressCalls: [done: number, total: number][] = []
  let [hashCount, drawing] = [0, false]
  const ports = webCrypto(crypto.subtle)
  const sha256 = (text: string) => {
    hashCount += 1
    expect(drawing).toBe(false)
    return ports.sha256(text)
  }
  const found = await verifyExport(
    inPieces(joinLines(lines)),
    [createKeyInUse(ownKeys.publicKey)],
    { ...ports, sha256 },
    async (...progress) => {
      progressCalls.push(progress)
      drawing = true
      await new Promise((resolve) => setTimeout(resolve))
      drawing = false
    },
  )
  expect([found.verdict, hashCount, progressCalls]).toEqual([
    'whole',
    1_001,
    [
      [500, 1_000],
      [1_000, 1_000],
    ],
  ])
})

test('a file that is not an export is refused', async () => {
  for (const text of ['', '{}', 'a,b,c\n1,2,3', '[1]', 'null', '{"format":"other-1"}'])
    expect(await verified(Buffer.from(text))).toMatchObject({ verdict: 'noExport' })
})

test('the seal of a requested entry is reported if the file contains it', async () => {
  const lines = exportOf({ from: 4 })
  const sealAt = async (no: number) => {
    const found = await verified(joinLines(lines), [ownKeys.publicKey], no)
    return 'sealAt' in found ? found.sealAt : undefined
  }
  const { hash } = JSON.parse(lines[2] ?? '') as { hash: string }
  expect([await sealAt(5), await sealAt(3)]).toEqual([hash, null])
})

test('a restored logbook reports its gap and no missing entry', async () => {
  expect(await verified(createRestoredExport, [sampleKey], namedGap.no)).toMatchObject({
    verdict: 'whole',
    part: false,
    checked: 5,
    gaps: [namedGap],
    sealAt: expect.stringMatching(/^[0-9a-f]{64}$/),
  })
})
