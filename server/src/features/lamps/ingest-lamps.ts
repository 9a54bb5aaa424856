import { faultOfFailedTest } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { RecordUpdate, StateUpdate } from '@vigilux/device-plane/device-updates.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { endFaults, recordCauses } from '../../kernel/notice-causes.store.ts'
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
import { findNewFaults, recordChanges } from './lamp-changes.store.ts'
import { type LampDetailReport, saveLampDetails } from './lamp-details.store.ts'
import { type LampListReport, resetNumbers, saveLampLists } from './lamp-lists.store.ts'
import { countByUnit, type Place } from './lamps.store.ts'
import { type SavedLamp, saveLamps } from './save-lamps.store.ts'

/**
 * Records causes of notices: new faults of these lamps; ended faults are closed. Faults in a lamp's first report are
 * its initial state, not an event: the person who enrols the unit sees them there.
 */
const recordFaultCauses = async (
  changed: readonly SavedLamp[],
  { work, units }: Pick<ListenerContext, 'work' | 'units'>,
): Promise<void> => {
  const knownLamps = changed.filter(({ isFirst }) => !isFirst)
  if (knownLamps.length === 0) return
  const plants = new Map(units.values().map(({ id, plantId }) => [id, plantId]))
  const found = await findNewFaults(work.tx, knownLamps)
  await endFaults(work.tx, 'fault', found, work.now)
  await recordCauses(
    work.tx,
    found.flatMap(({ centralUnitId, addr, boot, seq, fresh: faults }) => {
      const plantId = plants.get(centralUnitId)
      const cause = { kind: 'functionError', what: 'fault', at: work.now, centralUnitId, addr, faults } as const
      return plantId && faults.length > 0
        ? [{ ...cause, plantId, once: `fault ${centralUnitId} ${addr} ${boot} ${seq}` }]
        : []
    }),
  )
}

const distinct = (places: Place[]): Place[] => [
  ...new Map(places.map((place) => [`${place.centralUnitId} ${place.addr}`, place])).values(),
]

const detailsOf = (updates: StateUpdate[], { work, units }: ListenerContext): LampDetailReport[] =>
  updates.flatMap(({ unit, boot, seq, lampDetails }) => {
    const row = units.get(unit)
    return row ? lampDetails.map((detail) => ({ centralUnitId: row.id, boot, seq, at: work.now, detail })) : []
  })

const listsOf = (updates: StateUpdate[], units: EnrolledUnits): LampListReport[] =>
  updates.flatMap(({ unit, boot, seq, lampList }) => {
    const row = units.get(unit)
    return row && lampList ? [{ centralUnitId: row.id, boot, seq, addrs: lampList }] : []
  })

/** Saves units' reports about their lamps, and the counts shown in lists. */
export const lampListeners: DeviceListeners = {
  async state(updates, context) {
    const { work, units } = context
    const shortenedUnits = await saveLampLists(work.tx, listsOf(updates, units))
    const lamps = updates.flatMap(({ unit, boot, seq, state }) => {
      const row = units.get(unit)
      return row ? state.lamps.map((lamp) => ({ centralUnitId: row.id, boot, seq, at: work.now, lamp })) : []
    })
    const savedLamps = lamps.length > 0 ? await saveLamps(work.tx, lamps) : []
    const lampsWithDetails = await saveLampDetails(work.tx, detailsOf(updates, context))
    const changedLamps = savedLamps.filter((one) => one.countsChanged)
    await recordChanges(work.tx, changedLamps, work.now)
    await recordFaultCauses(changedLamps, context)
    const replacedLamps = savedLamps.filter(({ isOther }) => isOther)
    const failedTestChanges = await updateFailedTestsOfLamps(
      work.tx,
      unitsOf(replacedLamps, shortenedUnits),
      replacedLamps,
      work.now,
    )
    await logRemovedFailedTests(failedTestChanges.removed, context)
    const judgedLamps = await judgeMainsFailures(updates, savedLamps, context)
    const recountedLamps = [...changedLamps, ...failedTestChanges.changed, ...judgedLamps]
    await recountLamps(new Set(recountedLamps.map((one) => one.centralUnitId)).union(shortenedUnits), context)
    await broadcastLamps(distinct([...savedLamps, ...lampsWithDetails]), shortenedUnits, context)
  },
  async record(updates, context) {
    const judgedLamps = await judgeTests(updates, context)
    if (judgedLamps.length === 0) return
    await recountLamps(new Set(judgedLamps.map((one) => one.centralUnitId)), context)
    await broadcastLamps(judgedLamps, new Set(), context)
  },
}

const unitsOf = (places: readonly Place[], otherUnits: ReadonlySet<string>): string[] => [
  ...new Set([...places.map(({ centralUnitId }) => centralUnitId), ...otherUnits]),
]

/** The lamps with results in these records; at the end of a test, all lamps with results in it may have changed. */
const listTestedSerials = (
  updates: readonly RecordUpdate[],
  tests: ReadonlyMap<string, readonly string[]>,
): string[] => [
  ...new Set(
    updates.flatMap(({ record }) => {
      if (record.kind === 'testResult') return [record.serial]
      return 'testId' in record ? (tests.get(record.testId) ?? []) : []
    }),
  ),
]

/** Opens and closes failed tests by their stored results. Runs after the listeners for storing results. */
export const failedTestListeners: DeviceListeners = {
  async record(updates, context) {
    const { work, units } = context
    const changedPlaces: Place[] = []
    for (const [name, unitUpdates] of Map.groupBy(updates, ({ unit }) => unit)) {
      const unit = units.get(name)
      if (!unit) continue
      const tests = unitUpdates.flatMap(({ record }) =>
        'testId' in record && record.kind !== 'testResult' ? [record.testId] : [],
      )
      const serials = listTestedSerials(unitUpdates, await serialsOfTests(work.tx, tests))
      changedPlaces.push(...(await updateFailedTests(work.tx, unit.id, serials, work.now)))
    }
    if (changedPlaces.length === 0) return
    await recountLamps(new Set(changedPlaces.map(({ centralUnitId }) => centralUnitId)), context)
    await broadcastLamps(changedPlaces, new Set(), context)
  },
}

/** Records failed tests ended by the removal of their lamp. */
const logRemovedFailedTests = async (
  removedTests: FailedTestChanges['removed'],
  { work, units }: ListenerContext,
): Promise<void> => {
  const byId = new Map(units.values().map((unit) => [unit.id, unit]))
  addEntries(
    work,
    removedTests.flatMap(({ centralUnitId, addr, serial, kind, testId }): EntryDraft[] => {
      const unit = byId.get(centralUnitId)
      if (!unit) return []
      const facts = { error: faultOfFailedTest[kind], reason: 'removed' }
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
