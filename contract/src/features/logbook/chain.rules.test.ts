import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { canonicalEntry, canonicalJson, genesisInput, type SealedEntry, sealInput } from './chain.rules.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
const entry: SealedEntry = {
  no: 1,
  id: '7d9f0a52-0000-4000-8000-000000000001',
  kind: 'service',
  at: '2026-03-02T09:00:00.000Z',
  recordedAt: '2026-03-02T09:00:01.000Z',
  unit: null,
  lamp: null,
  lampSerial: null,
  testId: null,
  corrects: null,
  about: null,
  by: null,
  facts: { b: 1, a: [true, { z: null, y: 1.5 }] },
  text: 'Città “A”\nB',
  clockWrong: false,
}

test('canonical JSON does not depend on the order of members', () => {
  expect(canonicalJson({ b: 1e21, a: { d: [], c: 'ü"\n' }, ä: -0, B: undefined })).toBe(
    '{"a":{"c":"ü\\"\\n","d":[]},"b":1e+21,"ä":0}',
  )
})

test('a seal covers every field of an entry and no others', () => {
  expect(canonicalEntry({ ...entry, name: 'not sealed' } as SealedEntry)).toBe(canonicalEntry(entry))
  for (const field of Object.keys(entry) as (keyof SealedEntry)[])
    expect(canonicalEntry({ ...entry, [field]: 'other' }), field).not.toBe(canonicalEntry(entry))
})

test('the seal format never changes, because external verifiers rely on it', () => {
  const firstHash = sha256(genesisInput('00000000-0000-4000-8000-00000000000a'))
  expect(canonicalEntry(entry)).toBe(
    '{"about":null,"at":"2026-03-02T09:00:00.000Z","by":null,"clockWrong":false,"corrects":null,' +
      '"facts":{"a":[true,{"y":1.5,"z":null}],"b":1},"id":"7d9f0a52-0000-4000-8000-000000000001","kind":"service",' +
      '"lamp":null,"lampSerial":null,"no":1,"recordedAt":"2026-03-02T09:00:01.000Z","testId":null,' +
      '"text":"Città “A”\\nB","unit":null}',
  )
  expect(sealInput(firstHash, entry)).toBe(`${firstHash}\n${canonicalEntry(entry)}`)
  expect(sha256(sealInput(firstHash, entry))).toMatchInlineSnapshot(
    `"5cd91677f5c59e2a9e9e5af3b7326654a38697317f85ae02d5d0c7e78801667d"`,
  )
})
