import { randomUUID } from 'node:crypto'
import { checklistItems, type HandoverDraft } from '@vigilux/contract/features/handover/handover.ts'
import type { PlantRole } from '@vigilux/contract/kernel/permissions.ts'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { insertLamps } from '../../testing/lamp-fixtures.ts'
import { createTestServer, type TestServer } from '../../testing/test-server.ts'
import { findUnit } from '../central-units/index.ts'
import { insertPastTests } from '../emergency-tests/index.ts'
import { handoverSignatureTable } from './handover.schema.ts'

let server: TestServer
let plantId: string
let topic: string
let serials = 0
type Person = Awaited<ReturnType<TestServer['create']['user']>>
const people = new Map<PlantRole | 'nobody', Person>()
const roles = ['installerAdministrator', 'installerStaff', 'installerReadOnly', 'clientOwner', 'clientStaff'] as const

beforeAll(async () => {
  server = await createTestServer()
  for (const role of [...roles, 'nobody' as const]) people.set(role, await server.create.user())
})
beforeEach(async () => {
  server.clock.time = new Date('2026-03-02T09:00:00Z')
  const members = Object.fromEntries(roles.map((role) => [role, people.get(role)?.userId ?? '']))
  plantId = await server.create.plant({ members })
  serials += 1
  topic = await server.create.unit(plantId, 'logica', `0A${String(serials).padStart(4, '0')}`)
  const lamps = [1, 2].map((addr) => ({ addr, serial: `A1B2C${addr}`, ratedMin: 60 }))
  await insertLamps(server, plantId, lamps, topic)
})
afterAll(() => server.stop())

const person = (role: PlantRole | 'nobody'): Person => {
  const person = people.get(role)
  if (!person) throw new Error(`nobody is ${role}`)
  return person
}
const clientOf = (role: PlantRole | 'nobody') => server.as(person(role))
const [installer, staff, owner] = [
  () => clientOf('installerAdministrator'),
  () => clientOf('installerStaff'),
  () => clientOf('clientOwner'),
]

/** An autonomy test of both lamps. */
const addTest = async (
  result: 'passed' | 'failed' = 'passed',
  overrides: { lamps?: number[]; clockWrong?: boolean } = {},
) => {
  const { lamps = [1, 2], clockWrong = false } = overrides
  const at = new Date('2026-02-20T09:00:00Z')
  const testId = randomUUID()
  const unit = await findUnit(server.database.db, plantId, { topic })
  await server.inTransaction((work) =>
    insertPastTests(
      work,
      [
        {
          id: testId,
          plantId,
          centralUnitId: unit?.id ?? '',
          unit: topic,
          kind: 'autonomy',
          trigger: 'user',
          state: 'finished',
          requestedAt: at,
          startedAt: at,
          endedAt: at,
          lamps,
          ratedMin: 60,
        },
      ],
      lamps.map((lamp) => ({
        testId,
        lamp,
        serial: `A1B2C${lamp}`,
        description: '',
        location: '',
        result,
        reason: null,
        at,
        measuredS: 3600,
        ratedMin: 60,
      })),
    ),
  )
  if (clockWrong)
    await server.database.db.execute(sql`update test_result set clock_wrong = true where test_id = ${testId}`)
}

const point = { point: 'Stairs', lux: 1, requiredLux: 1, instrument: 'L-100 no. 7', on: '2026-03-01' }
const draftWith = (overrides: Partial<HandoverDraft> = {}): HandoverDraft => ({
  answers: Object.fromEntries(checklistItems.map((item) => [item, { answer: 'yes' as const, note: '' }])),
  measurements: [point],
  remarks: '',
  ...overrides,
})
const begin = async (kind: 'initial' | 'extension' | 'repeat' = 'initial') =>
  (await staff().call('beginHandover', { plantId, kind })).handoverId
const read = async (handoverId: string) =>
  (await clientOf('clientStaff').call('getHandover', { plantId, handoverId })).handover
const save = (handoverId: string, draft: HandoverDraft, version = 1) =>
  staff().call('saveHandover', { plantId, handoverId, version, draft })
const ready = async (draft = draftWith(), kind: 'initial' | 'extension' | 'repeat' = 'initial') => {
  const handoverId = await begin(kind)
  await save(handoverId, draft)
  return { plantId, handoverId, digest: (await read(handoverId)).digest }
}
const entries = async () =>
  (await installer().call('getLogbookDetails', { plantId })).entries.map(({ kind, by, result, text }) => ({
    kind,
    by,
    result,
    text,
  }))

describe('verification', () => {
  it('is started once with permission, one open at a time', async () => {
    const input = { plantId, kind: 'initial' as const }
    const handover = await staff().call('beginHandover', input, 'press')
    expect(await staff().call('beginHandover', input, 'press')).toEqual(handover)
    expect(await installer().refusal('beginHandover', input)).toBe('HANDOVER_OPEN')
    for (const role of ['installerReadOnly', 'clientOwner', 'clientStaff'] as const)
      expect(await clientOf(role).refusal('beginHandover', input)).toBe('NOT_ALLOWED')
    expect(await clientOf('nobody').refusal('getHandovers', { plantId })).toBe('PLANT_NOT_FOUND')
    const { handovers } = await clientOf('clientStaff').call('getHandovers', { plantId })
    expect(handovers).toMatchObject([{ no: 1, kind: 'initial', state: 'open', signatures: [] }])
  })

  it('can be resumed and lists missing items', async () => {
    const handoverId = await begin()
    expect(await read(handoverId)).toMatchObject({ verdict: 'unknown', lamps: 2, untested: { count: 2 }, version: 1 })
    const { drawings: _, ...answers } = draftWith().answers
    await save(handoverId, draftWith({ answers, remarks: 'Second floor later' }))
    const resumedHandover = await read(handoverId)
    expect(resumedHandover.draft).toMatchObject({ measurements: [point], remarks: 'Second floor later' })
    expect(resumedHandover.missing).toEqual([
      { what: 'untested', count: 2 },
      { what: 'answer', item: 'drawings' },
    ])
    await addTest('passed', { clockWrong: true })
    expect((await read(handoverId)).untested.count).toBe(2)
    await addTest('passed', { lamps: [1] })
    const { units, rated, untested, passed } = await read(handoverId)
    expect([passed, untested.lamps.map(({ addr }) => addr), rated]).toEqual([1, [2], [{ minutes: 60, count: 2 }]])
    expect(units).toMatchObject([{ cu: topic, devices: 2, emergency: 2, passed: 1, untested: 1 }])
  })

  it('refuses the second of two saves', async () => {
    const handoverId = await begin()
    await save(handoverId, draftWith())
    const lateInput = { plantId, handoverId, version: 1, draft: draftWith({ measurements: [] }) }
    expect(await installer().refusal('saveHandover', lateInput)).toBe('CHANGED_MEANWHILE')
    expect((await read(handoverId)).draft.measurements).toEqual([point])
    for (const role of ['installerReadOnly', 'clientOwner', 'clientStaff'] as const)
      expect(await clientOf(role).refusal('saveHandover', { ...lateInput, version: 2 })).toBe('NOT_ALLOWED')
    expect(await staff().refusal('saveHandover', { ...lateInput, handoverId: randomUUID() })).toBe('HANDOVER_NOT_FOUND')
  })

  it('refuses a measurement dated tomorrow in the plant zone', async () => {
    const handoverId = await begin()
    const signInput = (day: string) => ({
      plantId,
      handoverId,
      version: 1,
      draft: draftWith({ measurements: [{ ...point, on: day }] }),
    })
    // In Rome it is the third already.
    server.clock.time = new Date('2026-03-02T23:30:00Z')
    expect(await staff().refusal('saveHandover', signInput('2026-03-04'))).toBe('HANDOVER_IN_FUTURE')
    expect(await staff().refusal('saveHandover', signInput('2026-03-03'))).toBe(null)
    for (const wrongFields of [{ lux: -1 }, { lux: Number.NaN }, { instrument: '' }, { on: '' }]) {
      const draft = draftWith({ measurements: [{ ...point, ...wrongFields }] })
      expect(await staff().refusal('saveHandover', { plantId, handoverId, version: 2, draft })).toBe('INVALID_INPUT')
    }
  })

  it('can be discarded while unsigned', async () => {
    const handoverId = await begin()
    expect(await owner().refusal('discardHandover', { plantId, handoverId })).toBe('NOT_ALLOWED')
    await staff().call('discardHandover', { plantId, handoverId })
    expect(await staff().refusal('getHandover', { plantId, handoverId })).toBe('HANDOVER_NOT_FOUND')
    expect(await staff().refusal('discardHandover', { plantId, handoverId })).toBe('HANDOVER_NOT_FOUND')
  })
})

describe('signatures', () => {
  it('are refused for incomplete or changed verifications', async () => {
    const signInput = await ready()
    expect(await installer().refusal('signHandover', signInput)).toBe('HANDOVER_INCOMPLETE')
    await addTest()
    expect(await installer().refusal('signHandover', signInput)).toBe('CHANGED_MEANWHILE')
    expect(await installer().refusal('signHandover', { ...signInput, handoverId: randomUUID() })).toBe(
      'HANDOVER_NOT_FOUND',
    )
  })

  it('are of an installer administrator and the owner, and final', async () => {
    await addTest()
    const signInput = await ready()
    const { handoverId, digest } = signInput
    for (const role of ['installerStaff', 'installerReadOnly', 'clientStaff'] as const)
      expect(await clientOf(role).refusal('signHandover', signInput)).toBe('NOT_ALLOWED')
    expect(await installer().call('signHandover', signInput)).toEqual({ signed: false })
    expect(await installer().call('signHandover', signInput)).toEqual({ signed: false })
    // Later events in the plant do not change the document for the second signature.
    await insertLamps(server, plantId, [{ addr: 3, serial: 'A1B2C3', ratedMin: 60 }], topic)
    expect(await read(handoverId)).toMatchObject({ state: 'halfSigned', lamps: 2, digest })
    const change = { plantId, handoverId, version: 2, draft: draftWith({ measurements: [] }) }
    expect(await staff().refusal('saveHandover', change)).toBe('HANDOVER_SIGNED')
    expect(await staff().refusal('discardHandover', { plantId, handoverId })).toBe('HANDOVER_SIGNED')
    server.clock.time = new Date('2026-03-02T10:00:00Z')
    expect(await owner().call('signHandover', signInput)).toEqual({ signed: true })
    const signedHandover = await read(handoverId)
    expect(signedHandover).toMatchObject({ state: 'signed', verdict: 'met', lamps: 2, digest })
    expect(signedHandover.signatures).toEqual([
      { side: 'installer', name: person('installerAdministrator').name, at: '2026-03-02T09:00:00.000Z' },
      { side: 'owner', name: person('clientOwner').name, at: '2026-03-02T10:00:00.000Z' },
    ])
    expect(await staff().refusal('saveHandover', change)).toBe('HANDOVER_SIGNED')
    for (const action of ['discardHandover', 'reopenHandover'] as const)
      expect(await installer().refusal(action, { plantId, handoverId })).toBe('HANDOVER_SIGNED')
    expect(await read(handoverId)).toEqual(signedHandover)
  })

  it('cannot both be of one person after a change of role', async () => {
    await addTest()
    const signInput = await ready()
    await installer().call('signHandover', signInput)
    const { userId } = person('installerAdministrator')
    const { db } = server.database
    await db.execute(
      sql`update plant_member set role = 'clientOwner' where plant_id = ${plantId} and user_id = ${userId}`,
    )
    expect(await installer().refusal('signHandover', signInput)).toBe('HANDOVER_SAME_PERSON')
    const ownerSignature = {
      handoverId: signInput.handoverId,
      side: 'owner' as const,
      userId,
      name: 'x',
      at: new Date(),
      digest: 'x',
    }
    await expect(db.insert(handoverSignatureTable).values(ownerSignature)).rejects.toThrow()
  })

  it('are limited to one per side', async () => {
    await addTest()
    const signInput = await ready()
    await owner().call('signHandover', signInput)
    await server.database.db.execute(
      sql`update plant_member set role = 'clientOwner' where plant_id = ${plantId} and user_id = ${person('clientStaff').userId}`,
    )
    expect(await clientOf('clientStaff').refusal('signHandover', signInput)).toBe('HANDOVER_SIGNED')
  })

  it('can be withdrawn before both exist, which reopens the verification', async () => {
    await addTest()
    const signInput = await ready()
    const { handoverId } = signInput
    await owner().call('signHandover', signInput)
    expect(await staff().refusal('reopenHandover', { plantId, handoverId })).toBe('NOT_ALLOWED')
    await owner().call('reopenHandover', { plantId, handoverId })
    await owner().call('reopenHandover', { plantId, handoverId })
    expect(await owner().refusal('reopenHandover', { plantId, handoverId: randomUUID() })).toBe('HANDOVER_NOT_FOUND')
    expect(await read(handoverId)).toMatchObject({ state: 'open', version: 3, draft: draftWith() })
    await save(handoverId, draftWith({ remarks: 'x' }), 3)
    expect(await installer().refusal('signHandover', signInput)).toBe('CHANGED_MEANWHILE')
    expect(await entries()).toEqual([])
  })
})

describe('handover logbook', () => {
  const bySides = async (signInput: Awaited<ReturnType<typeof ready>>) => {
    await installer().call('signHandover', signInput)
    await owner().call('signHandover', signInput)
  }
  it('contains both signatures, the certificate and the light', async () => {
    await addTest()
    await bySides(await ready())
    const [installerName, client] = [person('installerAdministrator').name, person('clientOwner').name]
    const emptyEntry = { result: null, text: '' }
    expect((await entries()).toReversed()).toEqual([
      { kind: 'inspectionPhotometric', by: installerName, result: 'passed', text: '' },
      { kind: 'handoverSigned', by: installerName, ...emptyEntry },
      { kind: 'handoverSigned', by: client, ...emptyEntry },
      { kind: 'certificate', by: installerName, ...emptyEntry },
    ])
    const { items } = await installer().call('getLogbookState', { plantId })
    expect(items.find(({ item }) => item === 'certificates')?.missing).toBe(null)
    const { rules } = await installer().call('getCompliance', { plantId })
    const light = rules.find(({ rule }) => rule === 'R15')
    expect(light?.evidence.some(({ what }) => what === 'noPhotometric')).toBe(false)
  })

  it('contains each defect until its remedy is entered', async () => {
    await addTest()
    const answers = { ...draftWith().answers, labels: { answer: 'no' as const, note: 'No labels on floor 2' } }
    await bySides(await ready(draftWith({ answers, measurements: [point, { ...point, point: 'Exit 2', lux: 0.9 }] })))
    const logbookEntries = await entries()
    expect(logbookEntries.filter(({ kind }) => kind === 'defect').map(({ text }) => text)).toEqual([
      'Exit 2: 0.9 lx < 1 lx',
      'No labels on floor 2',
    ])
    expect(logbookEntries.find(({ kind }) => kind === 'inspectionPhotometric')?.result).toBe('failed')
    const { items } = await installer().call('getLogbookState', { plantId })
    expect(items.find(({ item }) => item === 'defects')?.missing).toBe('remedies')
  })

  it('counts no full measurement for an extension and no certificate for a repeat', async () => {
    await addTest()
    await bySides(await ready(draftWith(), 'extension'))
    const kinds = async () => (await entries()).map(({ kind }) => kind)
    expect(await kinds()).not.toContain('inspectionPhotometric')
    await bySides(await ready(draftWith({ answers: {} }), 'repeat'))
    expect(
      (await kinds()).filter((kind) => kind === 'certificate' || kind === 'inspectionPhotometric').toSorted(),
    ).toEqual(['certificate', 'inspectionPhotometric'])
    expect((await installer().call('getHandovers', { plantId })).handovers.map(({ no }) => no)).toEqual([2, 1])
  })
})
