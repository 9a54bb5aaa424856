import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type OnlineMessage, stateMessage } from '@vigilux/device-plane/envelope.wire.ts'
import { replaceUnitHardware } from '@vigilux/simulator/core/replace-unit-hardware.ts'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { openUnitListener, typeOf, type UnitListener } from './unit-listener.ts'

const logica = 'logica_0A1B2C'

let listener: UnitListener
let folders: string[]

beforeEach(async () => {
  folders = []
  listener = await openUnitListener([logica])
})
afterEach(async () => {
  await listener.close()
  await Promise.all(folders.map((folder) => rm(folder, { recursive: true })))
})

const open: UnitListener['open'] = (...args) => listener.open(...args)
const messagesOn = (channel: string) => listener.messagesOn(channel)

describe('unit life', () => {
  test('ends with factory state, and the next starts at boot 0 without records', async () => {
    const { unit } = await open(logica)
    unit.restart()
    await vi.waitFor(() => expect(unit.memory.boot).toBe(1))
    unit.troubles.setFault('charger', true)
    const { life } = unit.memory
    unit.press(new Set(['SEL', 'OK', 'UP', 'DOWN']))
    expect(unit.memory).toMatchObject({ boot: 0, records: [], answers: [] })
    expect(unit.memory.life).not.toBe(life)
    const isBirth = expect.objectContaining({ life: unit.memory.life, boot: 0, online: true })
    await vi.waitFor(() => expect(messagesOn('online').at(-1)).toEqual(isBirth), 5_000)
  })

  test('survives a restart of the simulator', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vigilux-simulator-'))
    folders.push(folder)
    const first = await open(logica, {}, join(folder, 'memory.json'))
    await first.fleet.close()
    const second = await open(logica, {}, join(folder, 'memory.json'))
    expect(second.unit.memory.life).toBe(first.unit.memory.life)
  })

  test('counts connections, each with its own number in the will', async () => {
    const { unit } = await open(logica)
    unit.dropLine()
    const listBirths = () =>
      (messagesOn('online') as OnlineMessage[]).map(({ connection, online }) => [connection, online])
    await vi.waitFor(() => expect(listBirths().filter(([, online]) => online)).toContainEqual([1, true]), 5_000)
    expect(listBirths()).toContainEqual([0, false])
  })

  test('of another box with the same serial is different, with other lamps', async () => {
    const { unit } = await open(logica)
    await vi.waitFor(() => expect(listener.lamps(logica).size).toBe(20))
    const before = new Set(
      listener
        .lamps(logica)
        .values()
        .map(({ serial }) => serial),
    )
    const { life } = unit.memory
    replaceUnitHardware(unit, { lamps: 3, enrolled: true })
    expect(unit.memory.life).not.toBe(life)
    const states = () =>
      messagesOn('state')
        .map((state) => stateMessage.parse(state))
        .filter((state) => state.life === unit.memory.life)
    await vi.waitFor(() => expect(states().length).toBeGreaterThan(0))
    const lamps = states().flatMap((state) => typeOf(logica).decodeState(state.body).lamps)
    expect(new Set(lamps.map(({ addr }) => addr))).toEqual(new Set([1, 2, 3]))
    expect(lamps.filter(({ serial }) => before.has(serial))).toEqual([])
  })
})
