import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { entryFacts } from '../contract/src/features/logbook/entry-kinds.ts'
import made from '../contract/src/features/logbook/fixtures/stamped-exports.json' with { type: 'json' }
import type { KnownKey } from '../contract/src/features/logbook/known-key.ts'
import { alteredExports } from './altered-exports.ts'
import { datedExports } from './dated-exports.ts'
import { createRestoredExport, namedGap } from './restored-exports.ts'
import { createKeyInUse, createSampleExport, joinLines, sampleKey } from './sample-export.ts'
import { root } from './sources.ts'

/** The Python verifier, written from the format specification, agrees with those of the product. Needs `python3`. */

const verifier = join(root, 'docs/protocol/verify-logbook.py')
const folder = mkdtempSync(join(tmpdir(), 'vigilux-third-verifier-'))
afterAll(() => rmSync(folder, { recursive: true }))

const writeExport = (name: string, content: Buffer | string): string => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return path
}

/** One process for all files: starting Python takes longer than a check. */
const allAtOnce = `
import runpy, sys
verify = runpy.run_path(sys.argv[1])
for path in sys.argv[3:]:
    print(verify["main"]([path, sys.argv[2]]))
`
type Found = {
  verdict: string
  keyState?: string
  where: string
  line: number | null
  reason?: string
  format: number | null
}
const foundOf = (key: string, paths: readonly string[]): [Found, code: number][] => {
  const { stdout, stderr } = spawnSync('python3', ['-c', allAtOnce, verifier, key, ...paths], { encoding: 'utf8' })
  expect(stderr).toBe('')
  const lines = stdout.trim().split('\n')
  return paths.map((_, at) => [JSON.parse(lines[2 * at] ?? '') as Found, Number(lines[2 * at + 1])])
}
/** A key in the form for the program. */
const formatKey = ({ publicKey, since, until }: KnownKey): string =>
  [publicKey, since, ...(until ? [until] : [])].join(',')
const run = (...options: string[]) => spawnSync('python3', [verifier, ...options], { encoding: 'utf8' })

test('the third verifier agrees with the others on each altered export', () => {
  const paths = alteredExports.map(({ bytes }, at) => writeExport(`${at}.jsonl`, bytes))
  const found = foundOf(formatKey(createKeyInUse(sampleKey)), paths).map(([{ verdict, line, reason }, code], at) => ({
    name: alteredExports[at]?.name,
    verdict,
    line,
    reason,
    code,
  }))
  const expected = alteredExports.map(({ name, verdict, line, reason }) => ({
    name,
    verdict,
    line,
    reason,
    code: verdict === 'whole' ? 0 : 1,
  }))
  expect(found.filter((one, at) => JSON.stringify(one) !== JSON.stringify(expected[at]))).toEqual([])
  expect(found.length).toBeGreaterThan(200)
})

test.each(datedExports)('an export dated $name is $verdict', ({ name, key, bytes, ...expected }) => {
  const [[found] = []] = foundOf(formatKey(key), [writeExport(`${name}.jsonl`, bytes)])
  expect(found).toMatchObject({ line: expected.verdict === 'keyNotInUse' ? 1 : null, ...expected })
})

test('the verifier names the gap of a restored logbook', () => {
  const [[report] = []] = foundOf(formatKey(createKeyInUse(sampleKey)), [
    writeExport('restored.jsonl', createRestoredExport),
  ])
  expect(report).toMatchObject({ verdict: 'whole', part: false, gaps: [namedGap] })
})

test('the verifier says which line is faulty, or that the whole file is', () => {
  const named = ['other key', 'other signature', 'no export'].map((name, at) =>
    writeExport(`named-${at}.jsonl`, alteredExports.find((one) => one.name === name)?.bytes ?? 'nothing'),
  )
  const found = foundOf(formatKey(createKeyInUse(sampleKey)), named)
  expect(found.map(([{ verdict, where }]) => [verdict, where])).toEqual([
    ['unknownKey', 'line 1'],
    ['forged', 'the whole file'],
    ['noExport', 'the whole file'],
  ])
})

test('the documentation names facts as exports contain them', () => {
  const documentation = readFileSync(join(root, 'docs/protocol/logbook-export.md'), 'utf8')
  const named = [...documentation.matchAll(/`facts\.(\w+)`/g)].map(([, name]) => name ?? '')
  const known = Object.values(entryFacts).flatMap(({ shape }) => Object.keys(shape))
  expect(named).not.toEqual([])
  expect(known).toEqual(expect.arrayContaining(named))
})

test('the verifier reads format 1 without checking its time stamps', () => {
  const paths = made.exports.map(({ text }, at) => writeExport(`stamped-${at}.jsonl`, text))
  for (const [at, [found]] of foundOf(formatKey(createKeyInUse(made.publicKey)), paths).entries()) {
    // Only the other verifiers find a false time stamp under a valid signature.
    const verdict = made.exports[at]?.verdict === 'forged' ? 'forged' : 'whole'
    expect(found, made.exports[at]?.name).toMatchObject({ verdict, format: 1, timeStamp: 'not checked' })
  }
})

test('the verifier reads keys from arguments or a file and exits with 2 on failure', () => {
  const path = writeExport('export.jsonl', joinLines(createSampleExport()))
  const keys = writeExport(
    'keys.txt',
    `${formatKey(createKeyInUse(made.publicKey))}\n${formatKey(createKeyInUse(sampleKey))}\n`,
  )
  expect(run(path, formatKey(createKeyInUse(sampleKey))).status).toBe(0)
  expect(run(path, '--keys', keys)).toMatchObject({ status: 0, stdout: expect.stringContaining('"format": 2') })
  expect(run(path, formatKey(createKeyInUse(made.publicKey))).status).toBe(1)
  for (const wrongArguments of [
    [],
    [path],
    [path, 'key'],
    [path, sampleKey],
    [path, `${sampleKey},2026-02-30T00:00:00.000Z`],
    [path, `${formatKey(createKeyInUse(sampleKey))},,`],
    [join(folder, 'none'), formatKey(createKeyInUse(sampleKey))],
    [path, '--keys', join(folder, 'none')],
  ])
    expect(run(...wrongArguments)).toMatchObject({ status: 2, stdout: '' })
})
