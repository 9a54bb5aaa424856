import { randomUUID } from 'node:crypto'
import { type ActionName, actions } from '@vigilux/contract/actions.ts'
import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { callFeatures } from '../composition/handlers.ts'
import { anonymous, createTestServer, plantChange, plantDraft, type TestServer } from '../testing/test-server.ts'
import type { User } from './caller.ts'
import { createDispatcher } from './dispatch.ts'
import { type Fail, failWith, Refusal } from './refusal.ts'

const refuse: Fail<'UNIT_BUSY'> = failWith()

let server: TestServer
let installer: User
let plantId: string

beforeAll(async () => {
  server = await createTestServer()
  installer = await server.create.user()
  plantId = await server.create.plant({ members: { installerAdministrator: installer.userId } })
  await server.create.unit(plantId)
})
afterAll(() => server.stop())

const auditOf = async (action: string) =>
  (await server.as(installer).call('getAudit', { plantId, ofAction: action, pageSize: 1000 })).entries

describe('dispatcher', () => {
  it('answers any input with a result or a coded refusal without side effects', async () => {
    const { pool } = server.database
    const rows = async () =>
      (await pool.query('select (select count(*) from plant) + (select count(*) from central_unit) as n')).rows[0]
    const before = await rows()
    const names = fc.constantFrom(...(Object.keys(actions) as ActionName[]))
    // Called without the plant: a valid input would change the data of other tests.
    const harmlessActions = new Set<string>(['savePlant', 'saveCu', 'removePlant', 'removeCu', 'archivePlant'])
    const malformedInput = fc.dictionary(fc.string({ maxLength: 12 }), fc.jsonValue({ maxDepth: 3 }), { maxKeys: 6 })
    await fc.assert(
      fc.asyncProperty(names, malformedInput, fc.boolean(), async (action, noise, withPlant) => {
        const input = withPlant && !harmlessActions.has(action) ? { ...noise, plantId } : noise
        try {
          await server.dispatch({ action, input, caller: installer, requestId: randomUUID() })
        } catch (error) {
          if (!(error instanceof Refusal)) throw error
        }
      }),
      { numRuns: 300 },
    )
    expect(await rows()).toEqual(before)
  })

  it('checks the role before the input', async () => {
    const reader = await server.create.user()
    const plant = await server.create.plant({ members: { installerReadOnly: reader.userId } })
    const call = (caller: User, input: object) => ({ action: 'updatePlant', input, caller, requestId: randomUUID() })
    const malformedInput = { plantId: plant, plant: 7, more: true }
    await expect(server.dispatch(call(reader, malformedInput))).rejects.toMatchObject({ code: 'NOT_ALLOWED' })
    await expect(server.dispatch(call(installer, { ...malformedInput, plantId }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
    await expect(server.dispatch(call(reader, { ...malformedInput, plantId: 'none' }))).rejects.toMatchObject({
      code: 'INVALID_INPUT',
    })
  })

  it('treats an undeclared refusal as a defect', async () => {
    const dispatch = createDispatcher({
      ...server.dispatcherParts,
      handlers: { ...callFeatures.handlers, getUnitTypes: async () => refuse('UNIT_BUSY') },
      security: { add: () => undefined },
    })
    const call = { action: 'getUnitTypes', input: {}, caller: installer, requestId: randomUUID() }
    await expect(dispatch(call)).rejects.toThrow('getUnitTypes refused with UNIT_BUSY, which it does not declare')
  })

  it.each([undefined, null, 7, '', 'constructor', '__proto__', { action: 'x' }])(
    'refuses the unknown action %j',
    async (action) => {
      await expect(
        server.dispatch({ action, input: {}, caller: anonymous, requestId: randomUUID() }),
      ).rejects.toMatchObject({ code: 'UNKNOWN_ACTION' })
    },
  )

  it('lists each refused field with a code but not its value', async () => {
    const plant = {
      ...plantDraft(),
      plantname: '   ',
      address: { ...plantDraft().address, housenumber: '12/A', lat: 91 },
    }
    const error = (await server
      .as(installer)
      .call('savePlant', { plant })
      .catch((refusal: unknown) => refusal)) as Refusal
    expect(error.code).toBe('INVALID_INPUT')
    const fields = (error.details as { fields: { path: string; code: string }[] }).fields
    expect(fields).toContainEqual({ path: 'plant.plantname', code: 'cannot_be_empty' })
    expect(fields).toContainEqual({ path: 'plant.address.housenumber', code: 'plant_number' })
    expect(fields.map((field) => field.path)).toContain('plant.address.lat')
    expect(JSON.stringify(error.details)).not.toContain('12/A')
  })

  it.each(['12', '12-14', '12A'])('accepts %s as a house number', async (housenumber) => {
    const plant = { ...plantDraft(`No ${housenumber}`), address: { ...plantDraft().address, housenumber } }
    expect(await server.as(installer).refusal('savePlant', { plant })).toBeNull()
  })
  it.each(['', '12/A', '12.4', '#3'])('refuses %j as a house number', async (housenumber) => {
    const plant = { ...plantDraft(), address: { ...plantDraft().address, housenumber } }
    expect(await server.as(installer).refusal('savePlant', { plant })).toBe('INVALID_INPUT')
  })

  it('audits each write and each refused write, but no reads', async () => {
    const client = server.as(installer)
    await client.call('saveCuDescription', { plantId, topic: 'logica_0A1B2C', description: 'Q1', version: 1 })
    await client.refusal('saveCuDescription', { plantId, topic: 'logica_0FFFFF', description: 'Q1', version: 1 })
    await client.call('getUnitsDetails', { plantId })
    // The previous test left refusals of malformed input.
    const lines = (await auditOf('saveCuDescription')).filter((line) => line.result !== 'INVALID_INPUT')
    expect(lines.map((line) => line.result).sort()).toEqual(['UNIT_NOT_FOUND', 'ok'])
    expect(lines.every((line) => line.name === 'Demo Account' && line.userid === installer.userId)).toBe(true)
    expect(await auditOf('getUnitsDetails')).toEqual([])
  })

  it('broadcasts nothing of a rolled back call', async () => {
    const announcedCount = server.broadcasts.length
    expect(await server.as(installer).refusal('removePlant', { plantId, plantname: 'wrong' })).toBe(
      'NAME_DOES_NOT_MATCH',
    )
    expect(server.broadcasts).toHaveLength(announcedCount)
  })

  it('refuses the second editor instead of overwriting', async () => {
    const client = server.as(installer)
    const { plant } = await client.call('getPlantDetails', { plantId })
    await client.call('updatePlant', { plantId, plant: plantChange('First'), version: plant.version })
    expect(await client.refusal('updatePlant', { plantId, plant: plantChange('Second'), version: plant.version })).toBe(
      'CHANGED_MEANWHILE',
    )
    expect((await client.call('getPlantDetails', { plantId })).plant.plantname).toBe('First')
  })

  it('throttles a caller with a waiting time without affecting others', async () => {
    const firstCaller = await server.create.user()
    const outcomes = await Promise.all(
      Array.from({ length: 260 }, () =>
        server.as(firstCaller).refusal('saveAppConfig', { appConfig: { density: 'compact' } }),
      ),
    )
    expect(outcomes.filter((code) => code === 'TOO_MANY_REQUESTS').length).toBe(20)
    expect(await server.as(installer).refusal('saveAppConfig', { appConfig: { density: 'compact' } })).toBeNull()
  })
})
