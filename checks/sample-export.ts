import { createHash, createPrivateKey, sign } from 'node:crypto'
import {
  canonicalJson,
  genesisInput,
  type SealedEntry,
  sealInput,
  signedText,
} from '../contract/src/features/logbook/chain.rules.ts'
import type { KnownKey } from '../contract/src/features/logbook/known-key.ts'
import type { ExportHeader } from '../contract/src/features/logbook/sealed-export.ts'

/** A small export for tests of verifiers, built as by the server. */

/** The first key pair of RFC 8032, section 7.1. */
const key = {
  kty: 'OKP',
  crv: 'Ed25519',
  d: 'nWGxne_9WmC6hEr0kuwsxERJxWl7MmkZcDusAxyuf2A',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
}
export const sampleKey = key.x

/** A key valid before all samples. */
export const createKeyInUse = (publicKey: string): KnownKey => ({
  publicKey,
  since: '2026-01-01T00:00:00.000Z',
  until: null,
})

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const plantId = '00000000-0000-4000-8000-00000000000a'
const person = '00000000-0000-4000-8000-0000000000aa'
const at = '2026-03-02T09:00:00.000Z'

export const createEntry = (no: number, overrides: Partial<SealedEntry>): SealedEntry => ({
  no,
  id: `00000000-0000-4000-8000-${String(no).padStart(12, '0')}`,
  kind: 'service',
  at,
  recordedAt: at,
  unit: null,
  lamp: null,
  lampSerial: null,
  testId: null,
  corrects: null,
  about: null,
  by: person,
  facts: {},
  text: '',
  clockWrong: false,
  ...overrides,
})

/** Texts and facts with several valid JSON encodings. */
export const sampleEntries = [
  createEntry(1, {
    kind: 'testEnded',
    unit: 'logica_0A1B2C',
    lamp: 7,
    testId: plantId,
    facts: { total: 20, ratio: 0.5 },
  }),
  createEntry(2, { text: 'Città "A"\n\\ud800 / Łódź 🔦', about: 1 }),
  createEntry(3, { kind: 'inspectionDaily', facts: { result: null, nested: { a: [1, 1e21, 1e-7, true], ä: '€' } } }),
]

export type Sample = {
  header?: Partial<ExportHeader>
  entries?: readonly SealedEntry[]
  persons?: Record<string, string>
}

/** The lines of an export with a valid signature, without line feeds. */
export const createSampleExport = ({
  header: headerOverrides = {},
  entries = sampleEntries,
  persons,
}: Sample = {}): string[] => {
  const before = headerOverrides.before ?? sha256(genesisInput(plantId))
  let head = before
  const lines = entries.map((entry) => {
    head = sha256(sealInput(head, entry))
    return canonicalJson({ entry, hash: head })
  })
  const header: ExportHeader = {
    format: 'vigilux-logbook-2',
    plant: { id: plantId, name: 'Città', timezone: 'Europe/Rome' },
    from: entries[0]?.no ?? 0,
    to: entries.at(-1)?.no ?? 0,
    before,
    head,
    exportedAt: '2026-03-03T10:00:00.000Z',
    key: { id: 'k', algorithm: 'Ed25519', publicKey: sampleKey },
    timeStamp: { token: 'bm9uZQ==' },
    ...headerOverrides,
  }
  const names = persons ?? { [person]: 'Ada Bianchi', [plantId]: 'Łukasz' }
  const signature = sign(null, Buffer.from(signedText(header, names)), createPrivateKey({ key, format: 'jwk' }))
  const sealLines = [{ persons: names }, { signature: signature.toString('base64url') }]
  return [canonicalJson(header), ...lines, ...sealLines.map(canonicalJson)]
}

/** Lines as a file, each with its line feed. */
export const joinLines = (lines: readonly string[]): Buffer => Buffer.from(lines.map((line) => `${line}\n`).join(''))
