import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import made from '../contract/src/features/logbook/fixtures/stamped-exports.json' with { type: 'json' }
import { verifierProgram } from '../server/src/features/logbook/index.ts'
import { bundleTimeStampReader } from '../web/time-stamp-reader.ts'
import { alteredExports } from './altered-exports.ts'
import { datedExports } from './dated-exports.ts'
import { createKeyInUse, sampleKey } from './sample-export.ts'

/** Checks the offline verifier with the same exports as the verifier on the page. */
const folder = mkdtempSync(join(tmpdir(), 'vigilux-program-'))
const script = join(folder, 'vigilux-verify.mjs')
const { authorities, otherAuthority, exports } = made
const program = (reader: string | null) =>
  verifierProgram({ keys: [createKeyInUse(made.publicKey)], authorities, reader })
const run = (text: string, ...args: string[]): unknown => {
  const file = join(folder, 'export.jsonl')
  writeFileSync(file, text)
  try {
    return JSON.parse(execFileSync(process.execPath, [script, file, ...args], { encoding: 'utf8', stdio: 'pipe' }))
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout)
  }
}
beforeAll(async () => writeFileSync(script, program(await bundleTimeStampReader())))
afterAll(() => rmSync(folder, { recursive: true }))

const sentences = {
  known: (name: string | null) => new RegExp(`^${name}, 20.*Z$`),
  unknown: (name: string | null) =>
    new RegExp(`^by an authority that is not known here, which calls itself ${name}, 20.*Z$`),
  broken: () => /^is of another head, or was changed$/,
}

test.each(exports)('an export with a time stamp $name is $verdict, its stamp $state', (exportCase) => {
  const sentence = sentences[exportCase.state as keyof typeof sentences](exportCase.authority)
  expect(run(exportCase.text)).toMatchObject({
    verdict: exportCase.verdict,
    timeStamp: expect.stringMatching(sentence),
  })
})

test('the program reports a time stamp of an additional authority by its name', () => {
  const pem = join(folder, 'authorities.pem')
  writeFileSync(pem, `-----BEGIN CERTIFICATE-----\n${otherAuthority}\n-----END CERTIFICATE-----\n`)
  expect(run(exports[2]?.text ?? '', pem)).toMatchObject({
    timeStamp: expect.stringMatching(/^unknown-authority, Vigilux, 20/),
  })
})

test('the program reports time stamps as unread without its library and checks the rest', () => {
  const verifierScript = script
  writeFileSync(verifierScript, program(null))
  expect(run(exports[0]?.text ?? '')).toMatchObject({ verdict: 'whole', timeStamp: 'could not be checked' })
})

test.each(datedExports)('an export dated $name is $verdict', ({ key, bytes, ...expected }) => {
  const verifierScript = script
  writeFileSync(verifierScript, verifierProgram({ keys: [key], authorities: [], reader: null }))
  const { name: _, ...expectedReport } = expected
  const retired = 'keyState' in expected && expected.keyState === 'retiredUnstamped'
  const expectedText = retired ? /^whole.*retired key.*no time stamp/ : /./
  expect(run(bytes.toString())).toMatchObject({ ...expectedReport, says: expect.stringMatching(expectedText) })
})

/** One process for all files: it loads the program again for each, and catches its exit. */
const allAtOnce = `
const [program, ...files] = process.argv.slice(2)
process.exit = (code) => { throw { code } }
for (const [at, file] of files.entries()) {
  process.argv = [process.argv[0], program, file]
  await import('file://' + program + '?' + at).catch(({ code }) => console.log(code + '\\0'))
}`

test('the program reports verdict, line and reason of each altered export', () => {
  const [program, driver] = [join(folder, 'for-samples.mjs'), join(folder, 'all-at-once.mjs')]
  writeFileSync(program, verifierProgram({ keys: [createKeyInUse(sampleKey)], authorities: [], reader: null }))
  writeFileSync(driver, allAtOnce)
  const files = alteredExports.map(({ bytes }, at) => {
    const file = join(folder, `altered-${at}.jsonl`)
    writeFileSync(file, bytes)
    return file
  })
  const answers = execFileSync(process.execPath, [driver, program, ...files], { encoding: 'utf8' }).split('\0\n')
  const failed = alteredExports.flatMap(({ name, verdict, line, reason }, at) => {
    const [, json = '', code] = /^(\{[\s\S]*\})\n(\d)$/.exec(answers[at] ?? '') ?? []
    const report = JSON.parse(json || '{}') as Record<string, unknown>
    const isExpected = report.verdict === verdict && report.line === line && report.reason === reason
    const isLineNamed = reason === undefined || String(report.says).includes(`line ${line}: `)
    return isExpected && isLineNamed && code === (verdict === 'whole' ? '0' : '1') ? [] : [{ name, code, said: report }]
  })
  expect(failed).toEqual([])
})
