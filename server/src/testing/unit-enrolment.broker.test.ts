import type { EstateUnit } from '@vigilux/simulator/estate.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openUnitListener, type UnitListener } from './unit-listener.ts'

const logica = 'logica_0A1B2C'

let listener: UnitListener

beforeEach(async () => {
  listener = await openUnitListener([logica])
})
afterEach(() => listener.close())

const open: UnitListener['open'] = (...args) => listener.open(...args)
const send: UnitListener['send'] = (...order) => listener.send(...order)
const responses = (id: string) => listener.responses(id)
const lastOf = (id: string) => listener.lastResponse(id)

describe('enrolment', () => {
  const enrol = async (change: Partial<EstateUnit>, windowS = 60) => {
    const connectedUnit = await open(logica, { enrolled: false, ...change })
    return { ...connectedUnit, command: await send(logica, { name: 'enrol', windowS }) }
  }
  test.each<[string, Partial<EstateUnit>, string]>([
    ['has the cloud switched off', { fault: { name: 'enrolment-not-enabled' } }, 'ENROLMENT_NOT_ENABLED'],
    ['fails', { fault: { name: 'enrolment-error' } }, 'INTERNAL'],
  ])('is refused by a unit that %s', async (_, change, code) => {
    const { command } = await enrol(change)
    await vi.waitFor(() => expect(lastOf(command)).toMatchObject({ state: 'refused', code }))
  })

  test.each<[string, Partial<EstateUnit>]>([
    ['belongs to a plant already', { enrolled: true }],
    ['is bound elsewhere', { boundElsewhere: true }],
    ['says it has a plant', { fault: { name: 'already-enrolled' } }],
  ])('is refused by a unit that %s only after a key press', async (_, change) => {
    const { command, unit } = await enrol(change)
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('accepted'))
    const before = unit.enrolment.state
    unit.press(new Set(['SEL', 'OK']))
    await vi.waitFor(() => expect(lastOf(command)).toMatchObject({ state: 'refused', code: 'ALREADY_ENROLLED' }))
    expect(unit.enrolment.state).toBe(before)
    const secondEnrolment = await send(logica, { name: 'enrol', windowS: 1 })
    await vi.waitFor(
      () => expect(lastOf(secondEnrolment)).toMatchObject({ state: 'refused', code: 'KEYS_NOT_PRESSED' }),
      3_000,
    )
  })

  test('ends when no keys are pressed in time', async () => {
    const { command, unit } = await enrol({}, 1)
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('accepted'))
    await vi.waitFor(() => expect(lastOf(command)).toMatchObject({ state: 'refused', code: 'KEYS_NOT_PRESSED' }), 3_000)
    expect(unit.enrolment.state).toBe('factory')
  })

  test('works again elsewhere after all four keys', async () => {
    const { unit } = await enrol({ boundElsewhere: true })
    unit.press(new Set(['SEL', 'OK', 'UP', 'DOWN']))
    const secondEnrolment = await send(logica, { name: 'enrol', windowS: 60 })
    await vi.waitFor(() => expect(lastOf(secondEnrolment)?.state).toBe('accepted'))
  })

  test('works for a unit with a fast clock once corrected', async () => {
    const { command } = await enrol({ clockOffsetS: 3_600 })
    const clock = await send(logica, { name: 'setClock', at: new Date().toISOString(), utcOffsetMin: 60 })
    await vi.waitFor(() => expect(lastOf(clock)?.state).toBe('done'))
    expect(responses(command)).toEqual([])
    const secondEnrolment = await send(logica, { name: 'enrol', windowS: 60 })
    await vi.waitFor(() => expect(lastOf(secondEnrolment)?.state).toBe('accepted'))
  })

  test('can be undone, and the unit then accepts no commands', async () => {
    await open(logica)
    const command = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'))
    const undoCommand = await send(logica, { name: 'deEnrol' })
    await vi.waitFor(() => expect(lastOf(undoCommand)?.state).toBe('done'))
    expect(lastOf(undoCommand)?.life).toBe(lastOf(command)?.life)
    const after = await send(logica, { name: 'statusQuery' })
    await vi.waitFor(() => expect(lastOf(after)).toMatchObject({ state: 'refused', code: 'NOT_ENROLLED' }))
  })

  test('is answered after a reconnect if the line was lost', async () => {
    const { command, unit } = await enrol({})
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('accepted'))
    unit.dropLine()
    await vi.waitFor(() => expect(unit.isConnected).toBe(false))
    unit.press(new Set(['SEL', 'OK']))
    await vi.waitFor(() => expect(lastOf(command)?.state).toBe('done'), 10_000)
  })
})
