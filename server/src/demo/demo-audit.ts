import { randomUUID } from 'node:crypto'
import type { ActionName } from '@vigilux/contract/actions.ts'
import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { type AuditedChange, type AuditTarget, auditLimits } from '@vigilux/contract/kernel/audit-target.ts'
import type { AuditLine } from '../kernel/audit.store.ts'
import { demoEmail } from './demo-accounts.ts'
import { demoBuildings } from './demo-buildings.ts'
import { diceOf } from './demo-dice.ts'
import type { PastTestRun } from './demo-past.ts'
import { dayMs, nextVisit } from './past-batteries.ts'

/** Persons of a plant's audit, by the name of the account. */
export type Crew = Readonly<Record<'installer' | 'technician' | 'readonly' | 'owner' | 'delegate', string>>
export type PastUnit = { topic: string; serial: string; description: string; runs: readonly PastTestRun[] }
export type PastPlant = { key: string; id: string; name: string; from: number; units: readonly PastUnit[] }

type PastAction = {
  at: number
  by: keyof Crew
  action: ActionName
  targets: AuditTarget[]
  changes?: Record<string, string | number>
  result?: string
}

const hourMs = 3_600_000
const minuteMs = 60_000

const unitTarget = ({ topic, serial, description }: PastUnit): AuditTarget => ({
  kind: 'unit',
  id: topic,
  name: `${serial} ${description}`.trim(),
})

const lampTarget = ({ topic }: PastUnit, addr: number, name: string): AuditTarget => ({
  kind: 'lamp',
  id: `${topic}/${addr}`,
  name: `${lampNumber(addr)} ${name}`.trim(),
})

const invitationTarget = (account: string): AuditTarget[] => [
  { kind: 'invitation', id: '', name: demoEmail({ name: account }) },
]

/** Creation of the plant and its members, before the first unit. */
const foundingActions = ({ id, name, from }: PastPlant): PastAction[] => {
  const plant: AuditTarget[] = [{ kind: 'plant', id, name }]
  const at = (hours: number): number => from - 3 * dayMs + hours * hourMs
  return [
    { at: at(9), by: 'installer', action: 'savePlant', targets: plant, changes: { plantname: name } },
    {
      at: at(9.2),
      by: 'installer',
      action: 'invitaCollab',
      targets: invitationTarget('staff'),
      changes: { role: 'installerStaff' },
    },
    {
      at: at(9.3),
      by: 'installer',
      action: 'invitaCollab',
      targets: invitationTarget('readonly'),
      changes: { role: 'installerReadOnly' },
    },
    {
      at: at(9.5),
      by: 'installer',
      action: 'invitaCliente',
      targets: invitationTarget('owner'),
      changes: { role: 'clientOwner' },
    },
    {
      at: at(31),
      by: 'owner',
      action: 'invitaDelegato',
      targets: invitationTarget('delegate'),
      changes: { role: 'clientStaff' },
    },
  ]
}

/** Actions from adding a unit to its use. */
const installingActions = ({ key, from }: PastPlant, unit: PastUnit, n: number): PastAction[] => {
  const start = from - dayMs + 8 * hourMs + n * 50 * minuteMs
  const actions: ActionName[] = ['saveCu', 'enrollCu', 'createNetwork', 'setPeriodFunzionale', 'setPeriodAutonomia']
  const [group = ''] = demoBuildings[key]?.groups ?? []
  const targets = [unitTarget(unit)]
  return [
    ...actions.map(
      (action, step): PastAction => ({
        at: start + step * 6 * minuteMs,
        by: n === 0 ? 'installer' : 'technician',
        action,
        targets,
      }),
    ),
    {
      at: start + 40 * minuteMs,
      by: 'technician',
      action: 'saveGroup',
      targets: [...targets, { kind: 'group', id: `${unit.topic}/1`, name: `1 ${group}` }],
      changes: { name: group },
    },
  ]
}

/** Finding a lamp, repairing it and testing it. */
const repairActions = (
  unit: PastUnit,
  { startedAt, kind, findings }: PastTestRun,
  nameOf: (addr: number) => string,
): PastAction[] => [
  ...findings.slice(0, 3).map(
    ({ lamp }, n): PastAction => ({
      at: startedAt - (20 - 5 * n) * minuteMs,
      by: 'technician',
      action: 'identifyLamp',
      targets: [unitTarget(unit), lampTarget(unit, lamp.addr, nameOf(lamp.addr))],
    }),
  ),
  {
    at: startedAt - minuteMs,
    by: 'technician',
    action: 'ftest',
    targets: [unitTarget(unit)],
    changes: { test: kind, lamps: findings.length },
  },
]

/** Downloads of a report in the days after a test. */
const readActionsOf = (unit: PastUnit, run: PastTestRun, actor: keyof Crew): PastAction[] => {
  const at = nextVisit(run.endedAt, diceOf(unit.topic, run.endedAt))
  const name = `vigilux-test-report-${new Date(at).toISOString().slice(0, 10)}.pdf`
  const targets: AuditTarget[] = [{ kind: 'report', id: randomUUID(), name }]
  return [
    { at, by: actor, action: 'createReport', targets },
    { at: at + minuteMs, by: actor, action: 'downloadReport', targets },
  ]
}

const readActions = ['installer', 'owner', 'delegate'] as const

const usageActions = (unit: PastUnit, nameOf: (addr: number) => string): PastAction[] =>
  unit.runs.flatMap((run, n) => {
    const dice = diceOf(unit.topic, run.startedAt, 'read')
    const done = run.by === 'technician' ? repairActions(unit, run, nameOf) : []
    if (run.kind === 'autonomy' || dice.next() < 0.3)
      done.push(...readActionsOf(unit, run, readActions[n % readActions.length] ?? 'owner'))
    if (dice.next() < 0.04)
      done.push({
        at: nextVisit(run.endedAt, dice),
        by: 'readonly',
        action: 'ftest',
        targets: [],
        result: 'NOT_ALLOWED',
      })
    return done
  })

const lineOf = ({ at, by, action, targets, changes = {}, result = 'ok' }: PastAction, plantId: string, crew: Crew) => {
  const rows = Object.entries(changes).map(([field, after]): AuditedChange => ({ field, before: null, after }))
  return { at, by, userId: crew[by], action, result, plantId, targets: targets.slice(0, auditLimits.things), rows }
}

/**
 * Audited actions of people in a plant up to the present, oldest first; `names` maps an account to its person's name.
 */
export const auditOf = (
  plant: PastPlant,
  {
    crew,
    nameOf,
    names,
    now,
  }: {
    crew: Crew
    nameOf(addr: number): string
    names(actor: keyof Crew): string
    now: number
  },
): AuditLine[] => {
  const done = [
    ...foundingActions(plant),
    ...plant.units.flatMap((unit, n) => [...installingActions(plant, unit, n), ...usageActions(unit, nameOf)]),
  ]
  return done
    .filter(({ at }) => at < now)
    .toSorted((a, b) => a.at - b.at)
    .map((pastAction) => {
      const { at, by, userId, action, result, plantId, targets, rows } = lineOf(pastAction, plant.id, crew)
      return {
        at: new Date(at),
        plantId,
        action,
        result,
        requestId: randomUUID(),
        caller: { kind: 'user', userId, name: names(by) },
        notes: { plantId, targets, moreTargets: 0, changes: rows },
      }
    })
}
