import type { ActionInput } from '@vigilux/contract/actions.ts'
import { addMember } from '../features/members/index.ts'
import type { User } from '../kernel/caller.ts'
import { openPlantWithUnit } from './plant-with-unit.ts'

/** Failure byte, or word of details, with which a `logica` unit reports a fault of a lamp. */
const bits = {
  charger: { failure: 1, details: 0 },
  battery_duration: { failure: 2, details: 0 },
  battery_short: { failure: 0, details: 2 },
  led_open: { failure: 0, details: 4 },
} as const
type Reported = readonly (keyof typeof bits)[]

const lampTuple = (addr: number, errors: Reported, serial: string): unknown[] => {
  const sumOf = (bitKind: 'failure' | 'details') => errors.reduce((all, error) => all | bits[error][bitKind], 0)
  return [addr, serial, 0, 2, 8, sumOf('failure'), 2, 254, 30, 254, 1, 1, sumOf('details'), 'ST-8', '1.0']
}

type Fault = ActionInput<'createRound'>['faults'][number]

/** A plant whose unit reports faults of its lamps, with a second person who may carry out rounds. */
export const openPlantWithFaults = async () => {
  const plant = await openPlantWithUnit()
  const { server, plantId, unit } = plant
  const { db } = server.database
  let seq = 100
  let connections = 10
  const join = async (role: 'installerStaff' | 'installerReadOnly' | 'clientOwner' | 'clientStaff'): Promise<User> => {
    const person = await server.create.user()
    const member = { plantId, userId: person.userId, role, invitedBy: null, since: server.clock.now() }
    await addMember(db, member)
    return person
  }
  const advanceClock = (ms: number) => {
    server.clock.time = new Date(server.clock.time.getTime() + ms)
  }
  const record = (kind: string, body: unknown) =>
    plant.sendMessage('record', { boot: 1, seq: ++seq, at: server.clock.now().toISOString(), kind, body })
  return {
    ...plant,
    join,
    advanceClock,
    record,
    luca: await join('installerStaff'),
    fault: (lamp: number | null, error: Fault['error']): Fault => ({ topic: unit.topic, lamp, error }),
    connect: (online = true) => plant.sendMessage('online', { boot: 1, connection: ++connections, online }),
    /**
     * The unit reports these faults of its lamps 1 to 4, none if none are named; and its own fuse and insulation
     * faults.
     */
    async reportFaults(
      lamps: Readonly<Record<number, Reported>>,
      unit: { fuse?: boolean } = {},
      serials: Record<number, string> = {},
    ) {
      const l = [1, 2, 3, 4].map((addr) => lampTuple(addr, lamps[addr] ?? [], serials[addr] ?? `A1B2C${addr}`))
      const at = server.clock.now().toISOString()
      await plant.sendMessage('state', { boot: 1, seq: ++seq, at, body: { l, sys: [0, unit.fuse ? 32 : 0, 0, null] } })
    },
    /** Plans a round of faults, and returns its id. */
    async plan(faults: readonly Fault[], roundInput: Partial<ActionInput<'createRound'>> = {}) {
      const input = { plantId, title: 'Round', faults: [...faults], ...roundInput }
      return (await plant.client.call('createRound', input)).round.id
    },
    async items(roundId: string) {
      return (await plant.client.call('getRound', { plantId, roundId })).items
    },
    /** A test of some lamps by the unit, with each lamp's result: 0 passed, 1 failed, and the seconds. */
    async runTest(testId: string, kind: 'F' | 'D', results: readonly (readonly [number, string, 0 | 1, number])[]) {
      const lamps = results.map(([lamp]) => lamp)
      await record('test.start', { t: testId, k: kind, by: 1, a: lamps })
      for (const [lamp, serial, result, seconds] of results)
        await record('test.result', [testId, lamp, serial, result, result === 1 ? 3 : 0, seconds])
      await record('test.end', { t: testId, o: 0 })
    },
  }
}
