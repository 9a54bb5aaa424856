import { failedTestErrors } from '@vigilux/contract/features/emergency-tests/lamp-safety.rules.ts'
import type { Condition } from '@vigilux/contract/features/plants/conditions.ts'
import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import { emptyCounts, worstCondition } from '@vigilux/contract/features/plants/plant.rules.ts'
import type { Attention, ConditionCounts, PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { plantResultOf } from '@vigilux/contract/features/plants/plant-result.rules.ts'
import { type CentralUnitRow, currentCounts, isConnected, type UnitLink, unitSafetyOf } from '../central-units/index.ts'
import type { TestedLamps } from '../emergency-tests/index.ts'

export type PlantStats = Pick<PlantSummary, 'condition' | 'result' | 'units' | 'lamps' | 'counts' | 'attention'>

/** A unit with the values for the stats. */
export type UnitInPlant = {
  row: CentralUnitRow
  link: UnitLink | undefined
  tested: TestedLamps | undefined
  sharedSerials: number
}

const severity = (condition: Condition): number => conditions.indexOf(condition)

/** Lamps whose serial another unit reports as well, without naming it: it may be in another plant. */
const sharedSerialsOf = ({ row, sharedSerials: count }: UnitInPlant): Attention[] =>
  count > 0 ? [{ condition: 'warning', code: 'serial_shared', count, cu: row.unit, since: null }] : []

/** Open faults of lamps: they stay open while their unit is silent. */
const lampFaultsOf = ({ counts, unit: cu }: CentralUnitRow): Attention[] =>
  Object.entries(counts.errors).map(([code, count]) => ({
    condition: 'error',
    code: `lamp.${code}`,
    count,
    cu,
    since: null,
  }))

const notEnrolled = 'unit_not_acquired'

const attentionOf = ({ row, link }: UnitInPlant): Attention[] => {
  const cu = row.unit
  const { contact, onBattery, faults } = unitSafetyOf(row, link)
  // A state of its own: nothing is known of its lamps, and it is not expected to be online.
  if (contact === 'notAcquired') return [{ condition: 'unknown', code: notEnrolled, count: 1, cu, since: null }]
  const open: Attention[] = [
    ...lampFaultsOf(row),
    ...faults.map(({ severity, code }) => ({ condition: severity, code: `unit.${code}`, count: 1, cu, since: null })),
  ]
  if (contact !== 'connected') {
    const isUnknownUnit = contact === 'unknownUnit'
    const since = (isUnknownUnit ? row.unknownLifeSince : link?.since)?.toISOString() ?? null
    const code = isUnknownUnit ? 'unknown_unit' : 'unit_offline'
    return [{ condition: 'offline', count: row.counts.total, cu, code, since }, ...open]
  }
  const found = [...open]
  if (onBattery) {
    const count = row.counts.conditions.emergency ?? 0
    found.push({ condition: 'emergency', code: 'on_battery', count, cu, since: null })
  }
  const { inhibited } = row.counts
  if (inhibited > 0) found.push({ condition: 'inhibited', code: 'inhibited', count: inhibited, cu, since: null })
  const silentCount = row.counts.conditions.offline ?? 0
  if (silentCount > 0)
    found.push({ condition: 'offline', code: 'lamp.unreachable', count: silentCount, cu, since: null })
  return found
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((total, one) => total + one, 0)

/** The result in the list of plants. */
const resultOf = (acquired: UnitInPlant[]): PlantStats['result'] =>
  plantResultOf({
    // Of lamps with several failed tests each counts at least once.
    failed: sumOf(acquired.flatMap(({ row }) => failedTestErrors.map((error) => row.counts.errors[error] ?? 0))),
    passed: sumOf(acquired.map(({ tested }) => tested?.passed ?? 0)),
    unproven: sumOf(acquired.map(({ tested }) => tested?.unproven ?? 0)),
    isSilent: acquired.length > 0 && acquired.every((unit) => !isConnected(unit.row, unit.link)),
  })

/** Maximum number of causes in a list: more than every code of a unit and its lamps together. */
const attentionLimit = 80

/** Computes a plant's stats. Offline or unknown devices are not OK; unenrolled units do not count. */
export const computePlantStats = (units: UnitInPlant[]): PlantStats => {
  const counts: ConditionCounts = emptyCounts()
  const acquired = units.filter((unit) => unit.row.acquired)
  for (const { row, link } of acquired) {
    const unitCounts = currentCounts(row, link)
    for (const name of conditions) counts[name] += unitCounts[name]
  }
  const attention = units
    .flatMap((unit) => [...attentionOf(unit), ...sharedSerialsOf(unit)])
    .sort((a, b) => severity(a.condition) - severity(b.condition) || b.count - a.count)
    .slice(0, attentionLimit)
  const fromLamps = acquired.length > 0 ? worstCondition(counts) : 'unknown'
  const worstOfCauses = attention.find(({ code }) => code !== notEnrolled)?.condition ?? fromLamps
  return {
    condition: severity(worstOfCauses) < severity(fromLamps) ? worstOfCauses : fromLamps,
    result: resultOf(acquired),
    units: { total: acquired.length, connected: acquired.filter((unit) => isConnected(unit.row, unit.link)).length },
    lamps: conditions.reduce((total, name) => total + counts[name], 0),
    counts,
    attention,
  }
}
