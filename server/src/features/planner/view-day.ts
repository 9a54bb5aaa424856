import type { ActionOutput } from '@vigilux/contract/actions.ts'
import { planLimits } from '@vigilux/contract/features/planner/test-plan.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { listLampNames } from './plan-facts.store.ts'
import type { PlanFacts } from './plan-facts.ts'
import { listTestsOfDay } from './planner.store.ts'
import { neighboursOf } from './rules/neighbours.rules.ts'

type Asked = { plantId: string; planId: string; day: string }

/** A day's tests with their lamps, and the neighbours of these lamps, none of which is discharged at the same time. */
export const viewDay = async (tx: Tx, asked: Asked, facts: PlanFacts): Promise<ActionOutput<'getPlannedDay'>> => {
  const rows = await listTestsOfDay(tx, asked, planLimits.testsOfDay)
  const neighbours = neighboursOf(facts.lamps)
  const numbers = new Map(facts.lamps.map(({ unitId, addr }, at) => [`${unitId} ${addr}`, at]))
  const cuOf = new Map(facts.units.map(({ id, unit }) => [id, unit]))
  const days = rows.map((row) => {
    const its = row.lamps.flatMap((addr) => numbers.get(`${row.centralUnitId} ${addr}`) ?? [])
    const beside = [...new Set(its.flatMap((at) => [...(neighbours[at] ?? [])]))].filter((at) => !its.includes(at))
    return { id: row.id, its: its.slice(0, planLimits.named), beside: beside.toSorted((a, b) => a - b) }
  })
  const shown = new Set(days.flatMap(({ its, beside }) => [...its, ...beside.slice(0, planLimits.named)]))
  const names = await listLampNames(
    tx,
    [...shown].flatMap((at) => facts.lamps[at] ?? []),
  )
  const nameOf = (at: number) => {
    const lamp = facts.lamps[at]
    const named = lamp && names.get(`${lamp.unitId} ${lamp.addr}`)
    return lamp && named ? [{ cu: cuOf.get(lamp.unitId) ?? '', addr: lamp.addr, ...named }] : []
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
