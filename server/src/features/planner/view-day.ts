import type { ActionOutput } from '@vigilux/contract/actions.ts'
import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listLampNames } from './plan-facts.store.ts'
import type { PlanFacts } from './plan-facts.ts'
import { listTestsOfDay } from './planner.store.ts'
import { neighboursOf } from './rules/neighbours.rules.ts'

type DayQuery = { plantId: string; planId: string; day: string }

/** A day's tests with their lamps, and the neighbours of these lamps, none of which is discharged at the same time. */
export const viewDay = async (tx: Tx, query: DayQuery, facts: PlanFacts): Promise<ActionOutput<'getPlannedDay'>> => {
  const rows = await listTestsOfDay(tx, query, planLimits.testsOfDay)
  const neighbours = neighboursOf(facts.lamps)
  const numbers = new Map(facts.lamps.map(({ unitId, addr }, at) => [`${unitId} ${addr}`, at]))
  const cuOf = new Map(facts.units.map(({ id, unit }) => [id, unit]))
  const days = rows.map((row) => {
    const ownIndexes = row.lamps.flatMap((addr) => numbers.get(`${row.centralUnitId} ${addr}`) ?? [])
    const neighbourIndexes = [...new Set(ownIndexes.flatMap((at) => [...(neighbours[at] ?? [])]))].filter(
      (at) => !ownIndexes.includes(at),
    )
    return {
      id: row.id,
      its: ownIndexes.slice(0, planLimits.named),
      beside: neighbourIndexes.toSorted((a, b) => a - b),
    }
  })
  const shownIndexes = new Set(days.flatMap(({ its, beside }) => [...its, ...beside.slice(0, planLimits.named)]))
  const names = await listLampNames(
    tx,
    [...shownIndexes].flatMap((at) => facts.lamps[at] ?? []),
  )
  const nameOf = (at: number) => {
    const lamp = facts.lamps[at]
    const lampName = lamp && names.get(`${lamp.unitId} ${lamp.addr}`)
    return lamp && lampName ? [{ cu: cuOf.get(lamp.unitId) ?? '', addr: lamp.addr, ...lampName }] : []
  }
  return {
    tests: days.map(({ id, its, beside }) => ({
      id,
      lamps: its.flatMap(nameOf),
      neighbours: beside.length,
      readyNeighbours: beside.slice(0, planLimits.named).flatMap(nameOf),
    })),
  }
}
