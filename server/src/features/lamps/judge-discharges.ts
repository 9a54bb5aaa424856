import {
  dischargeInMainsFailure,
  dischargeOfTest,
  minBatteryDurationS,
} from '@vigilux/contract/features/emergency-tests/discharge.rules.ts'
import { isInAllowedYears } from '@vigilux/contract/kernel/primitives.ts'
import type { ListenerContext } from '../../kernel/device-listeners.ts'
import type { RecordUpdate, StateUpdate } from '../../kernel/device-messages.ts'
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
const measuredIn = (news: readonly RecordUpdate[]): Measured[] =>
  news.flatMap(({ boot, seq, record }) => {
    if (record.kind !== 'testResult') return []
    const verdict = dischargeOfTest(record)
    const { lamp: addr, serial } = record
    return verdict === null ? [] : [{ boot, seq, addr, serial, isShort: verdict === 'short' }]
  })

/** Saves the battery results of tests. A result that arrives after a later one is ignored. */
export const judgeTests = async (news: readonly RecordUpdate[], context: ListenerContext): Promise<Place[]> => {
  const { work, units } = context
  const judged: JudgedLamp[] = []
  for (const [unit, told] of Map.groupBy(news, (one) => one.unit)) {
    const row = units.get(unit)
    const measured = newestReports(measuredIn(told), ({ serial }) => serial)
    if (!row || row.life === null || measured.length === 0) continue
    const of: UnitLife = { centralUnitId: row.id, plantId: row.plantId, life: row.life }
    const last = await listLastMeasured(
      work.tx,
      of,
      measured.map(({ serial }) => serial),
    )
    for (const { boot, seq, ...one } of measured) {
      const known = last.get(one.serial)
      const isOld = known && (known.boot > boot || (known.boot === boot && known.seq > seq))
      if (!isOld) judged.push({ ...one, centralUnitId: row.id })
    }
  }
  return saveDischarges(work.tx, judged, work.now)
}

/** Without its bus a unit reaches no lamp, whatever the state of their batteries. */
const reachesItsLamps = ({ onBattery, errors }: CentralUnitRow): boolean =>
  onBattery && !errors.includes('bus') && !errors.includes('dali')

/** Result of a mains failure for one unit's lamps that were lit until now. */
const dischargedIn = async (
  news: readonly StateUpdate[],
  lit: ReadonlySet<number>,
  row: CentralUnitRow,
  { work, units }: ListenerContext,
): Promise<JudgedLamp[]> => {
  const type = work.ports.devices.types[row.cuType]
  const life = units.get(row.unit)?.life
  if (!type || !life || !reachesItsLamps(row)) return []
  const of: UnitLife = { centralUnitId: row.id, plantId: row.plantId, life }
  const judged: JudgedLamp[] = []
  for (const { unitTime, state } of news) {
    const out = state.lamps.filter(({ addr, mode }) => lit.has(addr) && mode === 'unreachable')
    if (out.length === 0 || !unitTime?.hasZone || !isInAllowedYears(unitTime.at.toISOString())) continue
    const { at } = unitTime
    const failedAt = await findMainsFailure(work.tx, type, of, { before: at, withinS: minBatteryDurationS })
    const lastedS = failedAt === null ? null : (at.getTime() - failedAt.getTime()) / 1000
    if (lastedS === null || dischargeInMainsFailure({ mode: 'unreachable', lastedS }) !== 'short') continue
    judged.push(...out.map(({ addr, serial }) => ({ centralUnitId: row.id, addr, serial, isShort: true })))
  }
  return judged
}

/** Saves the battery results of lamps that were lit in a mains failure and stopped answering. */
export const judgeMainsFailures = async (
  news: readonly StateUpdate[],
  saved: readonly SavedLamp[],
  context: ListenerContext,
): Promise<Place[]> => {
  const wereLit = Map.groupBy(
    saved.filter(({ modeBefore }) => modeBefore === 'emergency'),
    ({ centralUnitId }) => centralUnitId,
  )
  const judged: JudgedLamp[] = []
  for (const row of await listUnitsById(context.work.tx, [...wereLit.keys()])) {
    const lit = new Set(wereLit.get(row.id)?.map(({ addr }) => addr))
    const told = news.filter(({ unit }) => unit === row.unit)
    judged.push(...(await dischargedIn(told, lit, row, context)))
  }
  return saveDischarges(context.work.tx, judged, context.work.now)
}
