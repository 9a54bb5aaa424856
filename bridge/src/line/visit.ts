import { emergencyQuery, query } from '../bus/opcodes.ts'
import { askEmergency, askFor, type Reading, type RunTransaction, read, type Transaction } from '../bus/transaction.ts'
import type { Priority } from '../gateway/gateway.ts'
import { type Gear, type GearReadings, isPlausibleMode, type Presence, statusBit } from './gear.ts'
import { isPresent } from './scan.ts'

/** `isThorough` reads the charge also of a full battery. */
export type VisitOptions = { priority?: Priority; isThorough?: boolean }

/**
 * Reads the present state of a gear: mode, status and failures, then charge, level. False if the bus failed meanwhile.
 */
export const visitGear = async (run: RunTransaction, gear: Gear, now: () => number, options: VisitOptions = {}) => {
  const { priority = 5, isThorough = false } = options
  const ask = (transaction: Transaction) => read(run, transaction, priority)
  const target = { short: gear.short }
  const emergency = (code: number) => ask(askEmergency(target, code))
  const first = gear.isEmergency ? await emergency(emergencyQuery.mode) : await ask(askFor(target, query.status))
  if (first === 'unknown') return false
  if (first === 'silent') return visitSilent(run, gear)
  if (first === 'garbled') return setPresence(gear, 'duplicate')
  if (gear.isEmergency && !isPlausibleMode(first)) return setPresence(gear, 'implausible')
  const next: Partial<GearReadings> = {}
  if (gear.isEmergency) {
    const status = await emergency(emergencyQuery.status)
    const failure = await emergency(emergencyQuery.failure)
    if (typeof status !== 'number' || typeof failure !== 'number') return status !== 'unknown' && failure !== 'unknown'
    Object.assign(next, { mode: first, emergencyStatus: status, failure })
    const isChargeDue = isThorough || gear.readings.charge === 255 || (status & statusBit.batteryFull) === 0
    if (isChargeDue) assignByte(next, 'charge', await emergency(emergencyQuery.charge))
  }
  const status = gear.isEmergency ? await ask(askFor(target, query.status)) : first
  assignByte(next, 'status', status)
  assignByte(next, 'level', await ask(askFor(target, query.actualLevel)))
  gear.readings = { ...gear.readings, ...next }
  gear.silentVisits = 0
  gear.readAt = now()
  return setPresence(gear, 'answers')
}

/** Reads values changed only by configuration: function, rated duration, groups. */
export const readConfiguration = async (run: RunTransaction, gear: Gear, priority: Priority = 4): Promise<void> => {
  const target = { short: gear.short }
  const next: Partial<GearReadings> = {}
  if (gear.isEmergency) {
    assignByte(next, 'features', await read(run, askEmergency(target, emergencyQuery.features), priority))
    assignByte(next, 'rated', await read(run, askEmergency(target, emergencyQuery.ratedDuration), priority))
  }
  gear.readings = { ...gear.readings, ...next }
  await readGroups(run, gear, priority)
}

export const readGroups = async (run: RunTransaction, gear: Gear, priority: Priority = 4): Promise<void> => {
  const low = await read(run, askFor({ short: gear.short }, query.groupsLow), priority)
  const high = await read(run, askFor({ short: gear.short }, query.groupsHigh), priority)
  if (typeof low === 'number' && typeof high === 'number')
    gear.readings = { ...gear.readings, groups: low | (high << 8) }
}

/** Reads the level again, after somebody changed it. */
export const readLevel = async (run: RunTransaction, gear: Gear): Promise<void> => {
  const next: Partial<GearReadings> = {}
  assignByte(next, 'level', await read(run, askFor({ short: gear.short }, query.actualLevel), 4))
  gear.readings = { ...gear.readings, ...next }
}

/** Only bytes are stored: silence and garbled answers leave the last value. */
const assignByte = (
  readings: Partial<GearReadings>,
  name: keyof Omit<GearReadings, 'ownTests' | 'operationHours' | 'energyWh' | 'powerW' | 'maintenance'>,
  value: Reading,
): void => {
  if (typeof value === 'number') readings[name] = value
}

const visitSilent = async (run: RunTransaction, gear: Gear): Promise<boolean> => {
  const presence = await isPresent(run, gear.short)
  if (presence === 'unknown') return false
  if (presence === 'yes') return true
  gear.silentVisits++
  return setPresence(gear, 'silent')
}

const setPresence = (gear: Gear, presence: Presence): true => {
  gear.presence = presence
  return true
}
