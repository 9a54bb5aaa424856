import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, saveLampCounts } from '../central-units/index.ts'
import { broadcastLamps } from './broadcast-lamps.ts'
import { copyFailedTests, updateFailedTestsOfLamps } from './failed-tests.store.ts'
import { countByUnit, listLampsOfUnit } from './lamps.store.ts'

/**
 * Keeps the failed tests of a replaced unit open at its successor, until the lamps there pass: by serial, or at the
 * same address where the lamp is another one.
 */
export const moveFailedTests = async (work: Work, oldUnitId: string, newUnit: CentralUnitRow): Promise<void> => {
  const { id: newUnitId, unit } = newUnit
  await copyFailedTests(work.tx, oldUnitId, newUnitId)
  // Lamps reported only later by the new unit inherit them when they arrive.
  const lamps = await listLampsOfUnit(work.tx, newUnitId)
  const places = lamps.map(({ addr }) => ({ centralUnitId: newUnitId, addr }))
  if (places.length === 0) return
  const { changed } = await updateFailedTestsOfLamps(work.tx, [newUnitId], places, work.now)
  await saveLampCounts(work, await countByUnit(work.tx, [newUnitId]))
  await broadcastLamps(changed, new Set(), { work, units: new Map([[unit, newUnit]]) })
}
