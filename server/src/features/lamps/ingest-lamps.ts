import { faultOfFailedTest } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { RecordUpdate, StateUpdate } from '../../kernel/device-messages.ts'
import type { EnrolledUnits } from '../../kernel/unit-register.ts'
import { broadcastUnits, findUnit, saveLampCounts, saveLampCountWarnings } from '../central-units/index.ts'
import type { CommandListener } from '../commands/index.ts'
import { addEntries, type EntryDraft } from '../logbook/index.ts'
import { broadcastLamps } from './broadcast-lamps.ts'
import {
  type FailedTestChanges,
  serialsOfTests,
  updateFailedTests,
  updateFailedTestsOfLamps,
} from './failed-tests.store.ts'
import { judgeMainsFailures, judgeTests } from './judge-discharges.ts'
import { recordChanges } from './lamp-changes.store.ts'
import { type LampDetailReport, saveLampDetails } from './lamp-details.store.ts'
import { type LampListReport, resetNumbers, saveLampLists } from './lamp-lists.store.ts'
import { countByUnit, type Place } from './lamps.store.ts'
import { recordFaultCauses } from './record-fault-causes.ts'
import { saveLamps } from './save-lamps.store.ts'

const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.centralUnitId} ${place.addr}`, place])).values(),
]

const detailsOf = (news: StateUpdate[], { work, units }: ListenerContext): LampDetailReport[] =>
  news.flatMap(({ unit, boot, seq, lampDetails }) => {
    const row = units.get(unit)
    return row ? lampDetails.map((detail) => ({ centralUnitId: row.id, boot, seq, at: work.now, detail })) : []
  })

const listsOf = (news: StateUpdate[], units: EnrolledUnits): LampListReport[] =>
  news.flatMap(({ unit, boot, seq, lampList }) => {
    const row = units.get(unit)
    return row && lampList ? [{ centralUnitId: row.id, boot, seq, addrs: lampList }] : []
  })

/** Saves what units report about their lamps, and the counts shown in lists. */
export const lampListeners: DeviceListeners = {
  async state(news, context) {
    const { work, units } = context
    const shortened = await saveLampLists(work.tx, listsOf(news, units))
    const lamps = news.flatMap(({ unit, boot, seq, state }) => {
      const row = units.get(unit)
      return row ? state.lamps.map((lamp) => ({ centralUnitId: row.id, boot, seq, at: work.now, lamp })) : []
    })
    const saved = lamps.length > 0 ? await saveLamps(work.tx, lamps) : []
    const detailed = await saveLampDetails(work.tx, detailsOf(news, context))
    const changed = saved.filter((one) => one.countsAnew)
    await recordChanges(work.tx, changed, work.now)
    await recordFaultCauses(changed, context)
    const others = saved.filter(({ isOther }) => isOther)
    const settled = await updateFailedTestsOfLamps(work.tx, unitsOf(others, shortened), others, work.now)
    await logRemovedFailedTests(settled.removed, context)
    const judged = await judgeMainsFailures(news, saved, context)
    const counted = [...changed, ...settled.changed, ...judged]
    await recountLamps(new Set(counted.map((one) => one.centralUnitId)).union(shortened), context)
    await broadcastLamps(distinct([...saved, ...detailed]), shortened, context)
  },
  async record(news, context) {
    const judged = await judgeTests(news, context)
    if (judged.length === 0) return
    await recountLamps(new Set(judged.map((one) => one.centralUnitId)), context)
    await broadcastLamps(judged, new Set(), context)
  },
}

const unitsOf = (places: readonly Place[], others: ReadonlySet<string>): string[] => [
  ...new Set([...places.map(({ centralUnitId }) => centralUnitId), ...others]),
]

/** The lamps with results in these records; at the end of a test, all lamps with results in it may have changed. */
const testedIn = (news: readonly RecordUpdate[], tests: ReadonlyMap<string, readonly string[]>): string[] => [
  ...new Set(
    news.flatMap(({ record }) => {
      if (record.kind === 'testResult') return [record.serial]
      return 'testId' in record ? (tests.get(record.testId) ?? []) : []
    }),
  ),
]

/** Opens and closes failed tests by their stored results. Runs after the listeners that store results. */
export const failedTestListeners: DeviceListeners = {
  async record(news, context) {
    const { work, units } = context
    const changed: Place[] = []
    for (const [name, told] of Map.groupBy(news, ({ unit }) => unit)) {
      const unit = units.get(name)
      if (!unit) continue
      const tests = told.flatMap(({ record }) =>
        'testId' in record && record.kind !== 'testResult' ? [record.testId] : [],
      )
      const serials = testedIn(told, await serialsOfTests(work.tx, tests))
      changed.push(...(await updateFailedTests(work.tx, unit.id, serials, work.now)))
    }
    if (changed.length === 0) return
    await recountLamps(new Set(changed.map(({ centralUnitId }) => centralUnitId)), context)
    await broadcastLamps(changed, new Set(), context)
  },
}

/** Records failed tests that ended because their lamp was removed. */
const logRemovedFailedTests = async (
  removed: FailedTestChanges['removed'],
  { work, units }: ListenerContext,
): Promise<void> => {
  const byId = new Map(units.values().map((unit) => [unit.id, unit]))
  addEntries(
    work,
    removed.flatMap(({ centralUnitId, addr, serial, kind, testId }): EntryDraft[] => {
      const unit = byId.get(centralUnitId)
      if (!unit) return []
      const facts = { error: faultOfFailedTest[kind], because: 'removed' }
      const where = { plantId: unit.plantId, centralUnitId, unit: unit.unit, lamp: addr, lampSerial: serial || null }
      return [{ ...where, kind: 'lampFaultCleared', facts, at: work.now, by: null, testId }]
    }),
  )
}

/** Recounts the lamps of these units, and notifies their watchers. */
const recountLamps = async (unitIds: ReadonlySet<string>, context: ListenerContext): Promise<void> => {
  const { work } = context
  await saveLampCounts(work, await countByUnit(work.tx, [...unitIds]))
  await broadcastUnits(work, await saveLampCountWarnings(context.work, [...unitIds]))
}

/** A newly enrolled unit numbers its messages from 0: its next report of a lamp is newer than any before. */
export const renumberLamps: CommandListener = async (row, work) => {
  if (row.state !== 'done') return
  const unit = await findUnit(work.tx, row.plantId, { topic: row.unit })
  if (unit?.acquired) await resetNumbers(work.tx, unit.id)
}
