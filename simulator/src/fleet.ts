import { type Chatter, letChatter, type Said } from './core/chatter.ts'
import { letLive } from './core/life.ts'
import { VirtualUnit } from './core/virtual-unit.ts'
import { Wheel } from './core/wheel.ts'
import type { Estate, EstateUnit } from './estate.ts'
import { type Memories, readMemories, writeMemories } from './memory-file.ts'
import { unitWireOf } from './unit-wires.ts'

const rememberEveryMs = 5_000
/** Units that connect in one step, so that a broker is not met by all at once. */
const connectAtOnce = 50
const connectStepMs = 100

export type FleetOptions = {
  estate: Estate
  brokerUrl: string
  factoryKey: string
  speed: number
  /** Whether faults appear and are repaired by themselves. */
  isAlive: boolean
  /** Lets every unit talk at a steady pace. */
  chatter?: Chatter | undefined
  /** Where the units' memories are kept over a restart. */
  memoryFile?: string | undefined
}

export type Fleet = {
  units: ReadonlyMap<string, VirtualUnit>
  connectedUnits(): number
  /** What was said of chattering so far, and the records that are not acknowledged yet. */
  said(): Said & { unacknowledged: number }
  /** Ends the chatter; the units stay connected. */
  fallSilent(): void
  close(): Promise<void>
}

const enrolmentOf = ({ enrolled, boundElsewhere }: EstateUnit) => {
  if (boundElsewhere) return 'boundElsewhere'
  return enrolled ? 'enrolled' : 'factory'
}

/** Makes the units and lets them connect, some at a time. */
export const openFleet = (options: FleetOptions): Fleet => {
  const { estate, brokerUrl, factoryKey, speed, isAlive, memoryFile, chatter } = options
  const said: Said = { states: 0, records: 0 }
  const silencers: (() => void)[] = []
  const wheel = new Wheel()
  const memories: Memories = memoryFile ? readMemories(memoryFile) : {}
  const units = new Map<string, VirtualUnit>()
  for (const described of estate.units) {
    const { type, serial, lamps, uvLamps, clockOffsetS, keepaliveS, seed, fault } = described
    const unit = new VirtualUnit({
      wire: unitWireOf(type),
      serial,
      lamps,
      uvLamps,
      clockAheadS: clockOffsetS,
      keepaliveS,
      enrolment: enrolmentOf(described),
      seed,
      speed,
      wheel,
      brokerUrl,
      factoryKey,
      memory: memories[`${type}_${serial}`],
      fault,
    })
    units.set(unit.id, unit)
    if (isAlive) letLive(unit, wheel, seed)
    if (chatter) silencers.push(letChatter(unit, wheel, chatter, said))
  }

  const remember = (): void => {
    if (memoryFile) writeMemories(memoryFile, Object.fromEntries([...units].map(([id, unit]) => [id, unit.memory])))
  }
  // At once, so that a boot number is never used twice.
  remember()
  if (memoryFile) wheel.every(rememberEveryMs, remember)

  const waiting = [...units.values()]
  const connecting = wheel.every(
    connectStepMs,
    () => {
      for (const unit of waiting.splice(0, connectAtOnce)) unit.connect()
      if (waiting.length === 0) connecting.cancel()
    },
    1,
  )
  return {
    units,
    connectedUnits: () => units.values().reduce((count, unit) => count + (unit.isConnected ? 1 : 0), 0),
    fallSilent: () => {
      for (const silence of silencers) silence()
    },
    said: () => ({
      ...said,
      unacknowledged: units.values().reduce((count, unit) => count + unit.waitingRecords, 0),
    }),
    close: async () => {
      wheel.stop()
      remember()
      await Promise.all(units.values().map((unit) => unit.close()))
    },
  }
}
