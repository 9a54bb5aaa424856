import { createHash } from 'node:crypto'
import { limitsOf } from '@vigilux/contract/features/compliance/profiles.rules.ts'
import type { Tx } from '../../kernel/transaction.ts'
import type { Work } from '../../kernel/work.ts'
import { type CentralUnitRow, findEnabledFilter, findLinks, isConnected, listUnitRows } from '../central-units/index.ts'
import { readProfileChoice } from '../compliance/index.ts'
import { listAutonomyResults } from '../emergency-tests/index.ts'
import { findPlant, type PlantRow } from '../plants/index.ts'
import { listPlantLamps, type PlantLamp } from './plan-facts.store.ts'
import type { PlanFacts, PlannedLamp, PlanUnit } from './plan-facts.ts'

export type CollectedFacts = {
  plant: PlantRow
  facts: PlanFacts
  /** Fingerprint of the facts behind a plan; differs once one of them changes. */
  fingerprint: string
}

/** The test schedule reported by a unit, by kind of test. */
export const reportedPlansOf = ({ detail }: CentralUnitRow): PlanUnit['reported'] => ({
  functional: detail?.functional ?? null,
  autonomy: detail?.autonomy ?? null,
})

const fingerprintOf = (facts: PlanFacts, serials: readonly string[]): string => {
  const { zone, alwaysOpen, chargeHours, durationDays, functionDays, units, lamps } = facts
  const fingerprintParts = [
    [zone, alwaysOpen, chargeHours, durationDays, functionDays],
    units.map(({ id, enrolled, enabled, online, reported }) => [id, enrolled, enabled, online, reported]),
    lamps.map(({ unitId, addr, parity, room, spot, ratedMin }, at) => [
      unitId,
      addr,
      serials[at],
      parity,
      room,
      ratedMin,
      // Rounded to the decimeter: nobody places a lamp more exactly.
      spot && [spot.plan, Math.round(spot.x * 10), Math.round(spot.y * 10), spot.reachM],
    ]),
  ]
  return createHash('sha256').update(JSON.stringify(fingerprintParts)).digest('hex')
}

const readUnits = async (tx: Tx, plantId: string, now: Date): Promise<PlanUnit[]> => {
  const rows = await listUnitRows(tx, [plantId])
  const links = await findLinks(
    tx,
    rows.map(({ unit }) => unit),
  )
  const isEnabled = await findEnabledFilter(tx, [plantId], now)
  return rows.map((row) => ({
    id: row.id,
    unit: row.unit,
    cuType: row.cuType,
    enrolled: row.acquired,
    enabled: isEnabled(row),
    online: isConnected(row, links.get(row.unit)),
    reported: reportedPlansOf(row),
  }))
}

const positionOf = ({ plan, x_m, y_m, reach_m }: PlantLamp): PlannedLamp['spot'] =>
  plan === null || x_m === null || y_m === null || reach_m === null ? null : { plan, x: x_m, y: y_m, reachM: reach_m }

/** All the facts from which a plant's plan follows. */
export const collectPlanFacts = async (work: Work, plantId: string): Promise<CollectedFacts> => {
  const plant = await findPlant(work.tx, plantId)
  const { choice } = await readProfileChoice(work.tx, plant)
  const { durationDays, functionDays, firstTestDays, ratedMinutes, chargeHours } = limitsOf(choice)
  const found = await listPlantLamps(work.tx, plantId)
  const executedResults = (await listAutonomyResults(work.tx, plantId)).filter(({ result }) => result !== 'notExecuted')
  const lastOf = new Map(executedResults.map(({ cu, serial, at }) => [`${cu} ${serial}`, Date.parse(at)]))
  const facts: PlanFacts = {
    zone: plant.timezone,
    alwaysOpen: choice.alwaysOpen,
    durationDays,
    functionDays,
    firstTestDays,
    ratedMinutes,
    chargeHours,
    units: await readUnits(work.tx, plantId, work.now),
    lamps: found.map((row) => ({
      unitId: row.unit_id,
      addr: row.addr,
      parity: row.parity,
      room: row.room,
      ratedMin: row.rated_min,
      spot: positionOf(row),
      lastAutonomy: lastOf.get(`${row.unit} ${row.serial}`) ?? null,
    })),
  }
  const serials = found.map(({ serial }) => serial)
  return { plant, facts, fingerprint: fingerprintOf(facts, serials) }
}
