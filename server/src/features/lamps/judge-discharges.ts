import type { UnitTypeFacts } from '@vigilux/contract/features/central-units/central-unit.ts'
import {
  dischargeInMainsFailure,
  dischargeOfTest,
  measuresShortDischarge,
  minBatteryDurationS,
} from '@vigilux/contract/features/emergency-tests/discharge.rules.ts'
import { isInAllowedYears } from '@vigilux/contract/kernel/primitives.ts'
import type { RecordUpdate, StateUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { ListenerContext } from '../../kernel/device-listeners.ts'
import { type CentralUnitRow, listUnitsById } from '../central-units/index.ts'
import {
  findMainsFailure,
  type JudgedLamp,
  listLastMeasured,
  saveDischarges,
  type UnitLife,
} from './discharges.store.ts'
import type { Place } from './lamps.store.ts'
import { newestReports, type SavedLamp } from './save-lamps.store.ts'

type Measured = Pick<RecordUpdate, 'boot' | 'seq'> & { addr: number; serial: string; isShort: boolean }

/** Battery measurements in these records. */
const listMeasurements = (updates: readonly RecordUpdate[], facts: UnitTypeFacts): Measured[] =>
  updates.flatMap(({ boot, seq, record }) => {
    if (record.kind !== 'testResult') return []
    const verdict = dischargeOfTest(record, facts)
    const { lamp: addr, serial } = record
    return verdict === null ? [] : [{ boot, seq, addr, serial, isShort: verdict === 'short' }]
  })

/** Saves the battery results of tests. A result arriving after a later one is ignored. */
export const judgeTests = async (updates: readonly RecordUpdate[], context: ListenerContext): Promise<Place[]> => {
  const { work, units } = context
  const judgedLamps: JudgedLamp[] = []
  for (const [unit, unitUpdates] of Map.groupBy(updates, (one) => one.unit)) {
    const row = units.get(unit)
    const facts = row && work.ports.devices.types[row.cuType]?.facts
    if (!facts || row.life === null) continue
    const measured = newestReports(listMeasurements(unitUpdates, facts), ({ serial }) => serial)
    if (measured.length === 0) continue
    const unitLife: UnitLife = { centralUnitId: row.id, plantId: row.plantId, life: row.life }
    const last = await listLastMeasured(
      work.tx,
      unitLife,
      measured.map(({ serial }) => serial),
    )
    for (const { boot, seq, ...one } of measured) {
      const lastMeasured = last.get(one.serial)
      const isOld = lastMeasured && (lastMeasured.boot > boot || (lastMeasured.boot === boot && lastMeasured.seq > seq))
      if (!isOld) judgedLamps.push({ ...one, centralUnitId: row.id })
    }
  }
  return saveDischarges(work.tx, judgedLamps, work.now)
}

/** Without its bus a unit reaches no lamp, whatever the state of their batteries. */
const reachesItsLamps = ({ onBattery, errors }: CentralUnitRow): boolean =>
  onBattery && !errors.includes('bus') && !errors.includes('dali')

/** Result of a mains failure for one unit's lamps lit until now. */
const judgeDischarges = async (
  updates: readonly StateUpdate[],
  litAddrs: ReadonlySet<number>,
  row: CentralUnitRow,
  { work, units }: ListenerContext,
): Promise<JudgedLamp[]> => {
  const type = work.ports.devices.types[row.cuType]
  const life = units.get(row.unit)?.life
  if (!type || !life || !measuresShortDischarge(type.facts) || !reachesItsLamps(row)) return []
  const unitLife: UnitLife = { centralUnitId: row.id, plantId: row.plantId, life }
  const judgedLamps: JudgedLamp[] = []
  for (const { unitTime, state } of updates) {
    const out = state.lamps.filter(({ addr, mode }) => litAddrs.has(addr) && mode === 'unreachable')
    if (out.length === 0 || !unitTime?.hasZone || !isInAllowedYears(unitTime.at.toISOString())) continue
    const { at } = unitTime
    const failedAt = await findMainsFailure(work.tx, type, unitLife, { before: at, withinS: minBatteryDurationS })
    const lastedS = failedAt === null ? null : (at.getTime() - failedAt.getTime()) / 1000
    if (lastedS === null || dischargeInMainsFailure({ mode: 'unreachable', lastedS }) !== 'short') continue
    judgedLamps.push(...out.map(({ addr, serial }) => ({ centralUnitId: row.id, addr, serial, isShort: true })))
  }
  return judgedLamps
}

/** Saves the battery results of lamps after they were lit in a mains failure and stopped answering. */
export const judgeMainsFailures = async (
  updates: readonly StateUpdate[],
  savedLamps: readonly SavedLamp[],
  context: ListenerContext,
): Promise<Place[]> => {
  const wereLit = Map.groupBy(
    savedLamps.filter(({ modeBefore }) => modeBefore === 'emergency'),
    ({ centralUnitId }) => centralUnitId,
  )
  const judgedLamps: JudgedLamp[] = []
  for (const row of await listUnitsById(context.work.tx, [...wereLit.keys()])) {
    const litAddrs = new Set(wereLit.get(row.id)?.map(({ addr }) => addr))
    const unitUpdates = updates.filter(({ unit }) => unit === row.unit)
    judgedLamps.push(...(await judgeDischarges(unitUpdates, litAddrs, row, context)))
  }
  return saveDischarges(context.work.tx, judgedLamps, context.work.now)
}
