import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { verifyExport } from '@vigilux/contract/features/logbook/verify-export.ts'
import { webCrypto } from '@vigilux/contract/features/logbook/web-crypto.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openPlantWithUnit } from '../../testing/plant-with-unit.ts'
import { findRole } from '../members/index.ts'
import { ensureKey } from './ensure-key.ts'
import { addEntries, createExportFinder, createKeyCipher, verifierScript } from './index.ts'
import { eraseFromLogbooks } from './logbook.store.ts'

let plant: Awaited<ReturnType<typeof openPlantWithUnit>>
const folder = mkdtempSync(join(tmpdir(), 'vigilux-verifier-'))
beforeAll(async () => {
  plant = await openPlantWithUnit()
  const { plantId, installer } = plant
  const day = (n: number): Date => new Date(Date.UTC(2026, 0, 5 + n, 9))
  await plant.server.inTransaction(async (work) =>
    addEntries(
      work,
      Array.from({ length: 56 }, (_, n) => ({
        plantId,
        kind: 'service' as const,
        at: day(n),
        by: installer,
        text: `Città ${n}`,
      })),
    ),
  )
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await plant.server.stop()
})

const secretOfTest = 'of this test alone'
const finder = (secret = secretOfTest) => {
  const { server } = plant
  const ports = { ...server.ports, keyCipher: createKeyCipher(secret) }
  return createExportFinder({ db: server.database.db, inTransaction: server.inTransaction, ports, findRole })
}
const exported = async (days: { from?: string; to?: string } = {}, find = finder()) => {
  const { url } = await plant.client.call('exportLogbook', { plantId: plant.plantId, ...days })
  const { lines } = await find(plant.installer, url.split('/').at(-1) ?? '')
  let text = ''
  for await (const line of lines) text += line
  return text
}
const keys = async () => (await plant.client.call('getLogbookKeys', {})).keys
const verified = async (text: string) => verifyExport([Buffer.from(text)], await keys(), webCrypto(crypto.subtle))
const byScript = async (text: string) => {
  const [script, file] = [join(folder, 'vigilux-verify.mjs'), join(folder, 'export.jsonl')]
  writeFileSync(script, await verifierScript(plant.server.database.db, { authorities: [], reader: null }))
  writeFileSync(file, text)
  try {
    return JSON.parse(execFileSync(process.execPath, [script, file], { encoding: 'utf8' })) as Record<string, unknown>
  } catch (error) {
    return JSON.parse((error as { stdout: string }).stdout) as Record<string, unknown>
  }
}

it('the signing key exists before the first export', async () => {
  const { server } = plant
  expect(await keys()).toEqual([])
  const { clock } = server.ports
  const parts = { inTransaction: server.inTransaction, ports: { clock, keyCipher: createKeyCipher(secretOfTest) } }
  await Promise.all([ensureKey(parts), ensureKey(parts)])
  const [{ publicKey } = { publicKey: '-' }, ...otherKeys] = await keys()
  expect(otherKeys).toEqual([])
  expect(await verifierScript(server.database.db, { authorities: [], reader: null })).toContain(publicKey)
  expect(JSON.parse((await exported()).split('\n')[0] ?? '')).toMatchObject({ key: { publicKey } })
})

it('both verifiers find an export whole, or broken after a change', async () => {
  const text = await exported()
  expect(await verified(text)).toMatchObject({
    verdict: 'whole',
    format: 2,
    part: false,
    checked: 56,
    header: { from: 1, to: 56 },
  })
  const { head } = await plant.client.call('getLogbookState', { plantId: plant.plantId })
  expect(await byScript(text)).toMatchObject({
    says: 'whole and untouched',
    verdict: 'whole',
    checked: 56,
    entries: '1 to 56',
    head: head.hash,
    period: expect.stringMatching(/^20\S+Z to 20\S+Z$/),
  })
  const changed = text.replace('Città 7"', 'Città 8"')
  expect(await verified(changed)).toMatchObject({ verdict: 'changed', no: 8 })
  expect(await byScript(changed)).toMatchObject({
    says: 'not untouched: entry 8 was changed',
    verdict: 'changed',
    no: 8,
    line: 9,
  })
  const forgedExport = text.replace(
    /"signature":"./,
    (start) => `${start.slice(0, -1)}${start.endsWith('A') ? 'B' : 'A'}`,
  )
  expect(await byScript(forgedExport)).toMatchObject({
    says: 'not untouched: the signature does not fit',
    verdict: 'forged',
  })
  expect(await byScript('a,b')).toEqual({
    says: 'not an export of a logbook',
    where: 'the whole file',
    verdict: 'noExport',
    format: null,
    line: null,
  })
})

it('a forged line makes an export malformed at that line', async () => {
  const lines = (await exported()).split('\n')
  const entry = lines[8] ?? ''
  const forgedExport = lines.with(8, entry.replace('{"entry"', '{"signature":"x","entry"')).join('\n')
  const found = { verdict: 'malformed', reason: 'unknownMember', line: 9, format: 2 }
  expect(await verified(forgedExport)).toEqual(found)
  expect(await byScript(forgedExport)).toEqual({
    says: 'not untouched: line 9: the line has a member that exports do not have',
    where: 'line 9',
    ...found,
  })
  const withCrlf = lines.join('\r\n')
  expect(await byScript(withCrlf)).toMatchObject({ verdict: 'reformatted', reason: 'lineEnds', line: 1 })
})

it('an unreadable file is not reported as altered', async () => {
  const [script, file] = [join(folder, 'vigilux-verify.mjs'), join(folder, 'export.jsonl')]
  await byScript(await exported())
  const endOf = (...files: string[]) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [script, ...files], { encoding: 'utf8' })
    return { status, stdout, stderr }
  }
  for (const files of [[join(folder, 'exprot.jsonl')], [folder], [file, join(folder, 'none.pem')]]) {
    const { status, stdout, stderr } = endOf(...files)
    expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
    expect(stderr).toMatch(/^cannot read \S+: .+\n$/)
  }
  expect(endOf().stderr).toMatch(/^usage: /)
})

it('an export may cover some days, in a Basic plant the last thirty', async () => {
  const part = await exported({ from: '2026-01-10', to: '2026-01-20' })
  expect(await verified(part)).toMatchObject({ verdict: 'whole', part: true, header: { from: 6, to: 16 } })
  const emptyExport = await exported({ from: '2027-01-01' })
  expect(await verified(emptyExport)).toMatchObject({ verdict: 'empty', checked: 0 })
  expect(await byScript(emptyExport)).toMatchObject({
    says: 'no entries in this export: nothing was altered, and nothing is proven about the logbook',
    verdict: 'empty',
    entries: 'none',
  })
  expect(await byScript(emptyExport.replace('"exportedAt":"2026', '"exportedAt":"2025'))).toMatchObject({
    verdict: 'forged',
  })
  const reversedPeriod = { plantId: plant.plantId, from: '2026-01-20', to: '2026-01-10' }
  expect(await plant.client.refusal('exportLogbook', reversedPeriod)).toBe('INVALID_INPUT')
  expect(await plant.client.refusal('createLogbookReport', { ...reversedPeriod, language: 'en' })).toBe('INVALID_INPUT')
  const { db } = plant.server.database
  await db.execute(sql`update plant set ever_pro = false, pro_expiry = null where id = ${plant.plantId}`)
  const basic = await exported()
  expect(basic).not.toContain('Città 20"')
  expect(await verified(basic)).toMatchObject({ verdict: 'whole', part: true, header: { to: 56 } })
  const { plantId } = plant
  const backdatedEntry = { kind: 'service' as const, at: '2026-01-02T09:00:00Z', text: 'Backdated' }
  const omitted = async () => (await plant.client.call('exportLogbook', { plantId })).omitted
  await plant.client.call('addLogbookEntry', { plantId, ...backdatedEntry })
  expect((await exported()).split('\n').slice(1, -2)).toEqual(basic.split('\n').slice(1, -2))
  expect(await omitted()).toBe(0)
  // A later entry follows the hidden one, so the file can only begin after it.
  const { total } = await plant.client.call('getLogbookDetails', { plantId, page: 1 })
  await plant.client.call('addLogbookEntry', { plantId, ...backdatedEntry, at: plant.server.clock.now().toISOString() })
  expect(await verified(await exported())).toMatchObject({ part: true, header: { from: 58, to: 58 } })
  expect(await omitted()).toBe(total)
  await db.execute(
    sql`update plant set ever_pro = true, pro_expiry = now() + interval '1 year' where id = ${plant.plantId}`,
  )
})

it('an export verifies across a key change, and the old key is kept', async () => {
  const before = await exported()
  const after = await exported({}, finder('another secret'))
  expect((await keys()).map(({ until }) => until === null)).toEqual([false, true])
  const keyIds = [before, after].map(
    (text) => (JSON.parse(text.split('\n')[0] ?? '') as { key: { id: string } }).key.id,
  )
  expect(new Set(keyIds).size).toBe(2)
  expect(await verified(after)).toMatchObject({ verdict: 'whole', keyState: 'inUse' })
  expect(await verified(before)).toMatchObject({ verdict: 'whole', keyState: 'retiredUnstamped' })
  expect(await byScript(before)).toMatchObject({ verdict: 'whole', says: expect.stringContaining('retired key') })
})

it('an export signed by a retired key after its end is not whole', async () => {
  const at = plant.server.clock.time
  const second = finder('a second secret')
  await exported({}, second)
  plant.server.clock.time = new Date(at.getTime() + 60_000)
  const lateEntries = await exported({}, second)
  await exported({}, finder('a third secret'))
  // As if somebody signed with the key after its end.
  const { db } = plant.server.database
  const { key } = JSON.parse(lateEntries.split('\n')[0] ?? '') as { key: { id: string } }
  await db.execute(sql`update logbook_key set until = ${at.toISOString()}::timestamptz where id = ${key.id}`)
  expect(await verified(lateEntries)).toMatchObject({ verdict: 'keyNotInUse' })
  expect(await byScript(lateEntries)).toMatchObject({ verdict: 'keyNotInUse' })
  plant.server.clock.time = at
})

it('the name of an erased person is missing, and the export still verifies', async () => {
  const { installer, server, plantId } = plant
  const before = await exported()
  expect(before).toContain(installer.name)
  await server.inTransaction(({ tx }) =>
    eraseFromLogbooks(tx, { ...installer, pseudonym: 'N.N.', plantIds: [plantId] }),
  )
  const after = await exported()
  expect(after).not.toContain(installer.name)
  for (const text of [before, after]) expect(await verified(text)).toMatchObject({ verdict: 'whole', checked: 58 })
  const { entries } = await plant.client.call('getLogbookDetails', { plantId })
  expect(entries[0]).toMatchObject({ by: null, person: expect.any(String) })
})

it('a typed responsible name of an erased person becomes a pseudonym', async () => {
  const { server, plantId, client } = plant
  const responsible = await server.create.user()
  const name = 'Ada Bianchi'
  const personNames = ['Ing. ADA Bianchi, Rossi SpA', 'Bianchi Ada', 'Ada Bianchini', 'Bruno Verdi']
  const at = server.clock.now().toISOString()
  const sign = async (person: string) =>
    client.call('addLogbookEntry', { plantId, kind: 'responsiblePerson', responsible: person, text: '', at })
  for (const person of personNames) await sign(person)
  const other = await server.create.plant({ members: { installerAdministrator: plant.installer.userId } })
  await client.call('addLogbookEntry', { plantId: other, kind: 'responsiblePerson', responsible: name, text: '', at })
  const erased = { userId: responsible.userId, email: responsible.email, name, pseudonym: 'N.N. 0A1B2C3D' }
  await server.inTransaction(({ tx }) => eraseFromLogbooks(tx, { ...erased, plantIds: [plantId] }))
  const after = await exported()
  for (const text of ['"Ing. N.N. 0A1B2C3D, Rossi SpA"', '"N.N. 0A1B2C3D"', '"Ada Bianchini"', '"Bruno Verdi"'])
    expect(after).toContain(text)
  for (const text of ['ADA Bianchi', 'Bianchi Ada']) expect(after).not.toContain(text)
  expect(await verified(after)).toMatchObject({ verdict: 'whole' })
  const { entries } = await client.call('getLogbookDetails', { plantId: other })
  // A namesake in a plant without a relation to the person.
  expect(JSON.stringify(entries)).toContain(name)
})

it('an export is available only to its requester while a member', async () => {
  const { url } = await plant.client.call('exportLogbook', { plantId: plant.plantId })
  const token = url.split('/').at(-1) ?? ''
  const other = await plant.server.create.user()
  await expect(finder()(other, token)).rejects.toThrow('FILE_LINK_INVALID')
  await expect(finder()(plant.installer, `${token}x`)).rejects.toThrow('FILE_LINK_INVALID')
  await plant.server.database.db.execute(sql`delete from plant_member`)
  await expect(finder()(plant.installer, token)).rejects.toThrow('PLANT_NOT_FOUND')
})

it('an export is named by the day in the plant zone', async () => {
  const { clock, create: fixtures } = plant.server
  const plantId = await fixtures.plant({ members: { installerAdministrator: plant.installer.userId } })
  clock.time = new Date('2026-06-30T22:30:00Z')
  const { url, name } = await plant.client.call('exportLogbook', { plantId })
  expect(name).toMatch(/^Logbook 2026-07-01 – .+\.jsonl$/)
  expect((await finder()(plant.installer, url.split('/').at(-1) ?? '')).name).toBe(name)
})
