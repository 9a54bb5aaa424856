import { type Chatter, type ChatterCounts, startChatter } from './core/chatter.ts'
import { startPart } from './core/demo-parts.ts'
import { updateCharges } from './core/lamp.ts'
import { Pace } from './core/pace.ts'
import { startRollingPowerCut } from './core/power-cut.ts'
import { randomOf } from './core/random.ts'
import { type Repair, startTechnician } from './core/technician.ts'
import { VirtualUnit } from './core/virtual-unit.ts'
import { Wheel } from './core/wheel.ts'
import type { Estate, EstateUnit } from './estate.ts'
import { type Memories, readMemories, writeMemories } from './memory-file.ts'
import { unitWireOf } from './unit-wires.ts'

const saveIntervalMs = 5_000
/** Delay until a record survives a kill, because units keep unacknowledged records in any event. */
const recordSaveDelayMs = 100
/** Units connecting in one step, to spread the load on the broker. */
const connectAtOnce = 50
const connectStepMs = 100

export type FleetOptions = {
  estate: Estate
  brokerUrl: string
  factoryKey: string
  speed: number
  /** Whether faults appear and are repaired automatically. */
  isAlive: boolean
  /** Called with the technician's repairs in a living estate. */
  onRepair?(repair: Repair): void
  /** Makes every unit send at a steady pace. */
  chatter?: Chatter | undefined
  /** File of the units' memories across restarts. */
  memoryFile?: string | undefined
}

export type Fleet = {
  units: ReadonlyMap<string, VirtualUnit>
  /** Speed of tests, searches and batteries as a multiple of real time. */
  readonly speed: number
  /** Milliseconds of the units' life since the start. */
  readonly livedMs: number
  /** Takes effect at once, without jumps or losses of running tasks. */
  setSpeed(speed: number): void
  /** Whether all expected units are connected. */
  isComplete(): boolean
  /** Chatter messages so far, and records without acknowledgment. */
  counts(): ChatterCounts & { unacknowledged: number }
  /** Ends the chatter; the units remain connected. */
  fallSilent(): void
  /** Saves the units' memories to their file now. */
  remember(): void
  close(): Promise<void>
}

const enrolmentOf = ({ enrolled, boundElsewhere }: EstateUnit) => {
  if (boundElsewhere) return 'boundElsewhere'
  return enrolled ? 'enrolled' : 'factory'
}

/** Starts the part of each unit, and the technician. */
const startParts = (units: ReadonlyMap<string, VirtualUnit>, wheel: Wheel, { estate, onRepair }: FleetOptions) => {
  const playedUnits = estate.units.flatMap((estateUnit) => {
    const unit = units.get(`${estateUnit.type}_${estateUnit.serial}`)
    return unit ? [{ ...estateUnit, unit }] : []
  })
  for (const { unit, seed, plays } of playedUnits) startPart(unit, wheel, seed, plays)
  const darkPlayedUnits = playedUnits.filter(({ plays }) => plays === 'onBattery')
  for (const plantUnits of Map.groupBy(darkPlayedUnits, ({ plant }) => plant).values())
    startRollingPowerCut(
      plantUnits.map(({ unit }) => unit),
      wheel,
    )
  const darkUnits = new Set(darkPlayedUnits.map(({ unit }) => unit))
  startTechnician(units.values().toArray(), wheel, {
    random: randomOf(units.size),
    staysDark: (unit) => darkUnits.has(unit),
    onRepair: (repair) => onRepair?.(repair),
  })
}

/** Creates the units and connects them in steps. */
export const openFleet = (options: FleetOptions): Fleet => {
  const { estate, brokerUrl, factoryKey, speed, memoryFile, chatter } = options
  const chatterCounts: ChatterCounts = { states: 0, records: 0 }
  const stopChatter: (() => void)[] = []
  const wheel = new Wheel()
  const pace = new Pace(wheel, speed)
  const memories: Memories = memoryFile ? readMemories(memoryFile) : {}
  const units = new Map<string, VirtualUnit>()
  const saveMemories = (): void => {
    if (memoryFile) writeMemories(memoryFile, Object.fromEntries([...units].map(([id, unit]) => [id, unit.memory])))
  }
  let isDue = false
  const onRecord = (): void => {
    if (!memoryFile || isDue) return
    isDue = true
    wheel.after(recordSaveDelayMs, () => {
      isDue = false
      saveMemories()
    })
  }
  for (const estateUnit of estate.units.filter(({ bridged }) => !bridged)) {
    const { type, serial, lamps, uvLamps, clockOffsetS, keepaliveS, seed, fault } = estateUnit
    const unit = new VirtualUnit({
      wire: unitWireOf(type),
      serial,
      lamps,
      uvLamps,
      clockAheadS: clockOffsetS,
      keepaliveS,
      enrolment: enrolmentOf(estateUnit),
      seed,
      pace,
      functionalTestS: estate.functionalTestS,
      wheel,
      brokerUrl,
      factoryKey,
      memory: memories[`${type}_${serial}`],
      onRecord,
      fault,
    })
    units.set(unit.id, unit)
    if (chatter) stopChatter.push(startChatter(unit, wheel, chatter, chatterCounts))
  }
  if (options.isAlive) startParts(units, wheel, options)

  // At once: a boot number is never used twice.
  saveMemories()
  if (memoryFile) wheel.every(saveIntervalMs, saveMemories)

  // Units with the part `offline` do not connect; their absence is already known.
  const offlineUnits = options.isAlive ? estate.units.filter(({ plays }) => plays === 'offline') : []
  const offlineIds = new Set(offlineUnits.map(({ type, serial }) => `${type}_${serial}`).filter((id) => memories[id]))
  const expectedUnits = [...units.values()].filter(({ id }) => !offlineIds.has(id))
  const waitingUnits = [...expectedUnits]
  const connecting = wheel.every(
    connectStepMs,
    () => {
      for (const unit of waitingUnits.splice(0, connectAtOnce)) unit.connect()
      if (waitingUnits.length === 0) connecting.cancel()
    },
    1,
  )
  return {
    units,
    get speed() {
      return pace.speed
    },
    get livedMs() {
      return pace.livedMs
    },
    setSpeed: (next) => {
      const now = Date.now()
      for (const unit of units.values()) updateCharges(unit.lamps, now, pace.speed)
      pace.change(next)
    },
    remember: saveMemories,
    isComplete: () => expectedUnits.every(({ isConnected }) => isConnected),
    fallSilent: () => {
      for (const stop of stopChatter) stop()
    },
    counts: () => ({
      ...chatterCounts,
      unacknowledged: units.values().reduce((count, unit) => count + unit.waitingRecords, 0),
    }),
    close: async () => {
      wheel.stop()
      saveMemories()
      await Promise.all(units.values().map((unit) => unit.close()))
    },
  }
}
