import { randomUUID } from 'node:crypto'
import type { notInhibitedReasons } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { remotePanelActions } from '@vigilux/contract/features/remote-panel/remote-panel.actions.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import {
  auditUnit,
  type CentralUnitRow,
  findEnabledFilter,
  findLinks,
  isConnected,
  listUnitRows,
} from '../central-units/index.ts'
import { queueCommand } from '../commands/index.ts'
import { insertRequest, listNewestRequests, recordEndRequested } from './remote-panel.store.ts'

const minuteMs = 60_000

type NotInhibitedReason = (typeof notInhibitedReasons)[number]
type SortedUnits = { requested: CentralUnitRow[]; notAsked: { topic: string; reason: NotInhibitedReason }[] }
type TargetUnits = { plantId: string; topics: readonly string[] }

/** The requested units, or a refusal when one of them does not exist. */
const requireUnits = async (
  { work }: WriteContext<'UNIT_NOT_FOUND'>,
  { plantId, topics }: TargetUnits,
): Promise<CentralUnitRow[]> => {
  const rows = new Map((await listUnitRows(work.tx, [plantId])).map((row) => [row.unit, row]))
  return [...new Set(topics)].map((topic) => rows.get(topic) ?? work.fail('UNIT_NOT_FOUND'))
}

/** Splits units by whether they can be asked. Ending an inhibition is possible on a disabled unit, too. */
const sortByReachability = async (
  context: WriteContext<'UNIT_NOT_FOUND' | 'NO_UNIT_INHIBITED'>,
  target: TargetUnits,
  { isEnd }: { isEnd: boolean },
): Promise<SortedUnits> => {
  const { work } = context
  const rows = await requireUnits(context, target)
  const links = await findLinks(
    work.tx,
    rows.map(({ unit }) => unit),
  )
  const isEnabled = await findEnabledFilter(work.tx, [target.plantId], work.now)
  const reasonNot = (row: CentralUnitRow): NotInhibitedReason | undefined => {
    if (!row.acquired) return 'notAcquired'
    if (!work.ports.devices.types[row.cuType]?.facts.commands.includes('inhibit')) return 'noInhibition'
    if (!isEnd && !isEnabled(row)) return 'notEnabled'
    return isConnected(row, links.get(row.unit)) ? undefined : 'away'
  }
  const found: SortedUnits = { requested: [], notAsked: [] }
  for (const row of rows) {
    const notSentReason = reasonNot(row)
    auditUnit(work, row)
    if (notSentReason) found.notAsked.push({ topic: row.unit, reason: notSentReason })
    else found.requested.push(row)
  }
  const [first] = found.notAsked
  if (found.requested.length === 0 && first)
    work.fail('NO_UNIT_INHIBITED', { units: found.notAsked.map(({ topic }) => topic), reason: first.reason })
  return found
}

export const remotePanelHandlers: HandlersOf<typeof remotePanelActions> = {
  getInhibitions: async ({ work, input: { plantId } }) => ({
    max_minutes: work.ports.settings.limits.inhibitionHours * 60,
    requests: await listNewestRequests(work.tx, plantId),
  }),

  inhibitUnits: async ({ input, ...context }) => {
    const { work, caller } = context
    const { plantId, minutes, reason } = input
    const maxMinutes = work.ports.settings.limits.inhibitionHours * 60
    if (minutes > maxMinutes) return work.fail('INHIBITION_TOO_LONG', { most: maxMinutes })
    const { requested: requestedUnits, notAsked: unitsNotAsked } = await sortByReachability(context, input, {
      isEnd: false,
    })
    const now = work.now
    const endsAt = new Date(now.getTime() + minutes * minuteMs)
    work.audit.diff(null, { minutes, reason })
    const commands = []
    for (const unit of requestedUnits) {
      const command = { name: 'inhibit', forS: minutes * 60 } as const
      const pending = await queueCommand(context, { plantId, unit, command })
      commands.push(pending)
      await insertRequest(work.tx, {
        id: randomUUID(),
        plantId,
        centralUnitId: unit.id,
        state: 'requested',
        reason,
        endsAt,
        commandId: pending.id,
        requestedBy: caller.userId,
        requestedByName: caller.name,
        requestedAt: now,
      })
    }
    work.broadcast({ plant: plantId }, 'inhibitions', { plant_id: plantId })
    return { commands, notAsked: unitsNotAsked, ends_at: endsAt.toISOString() }
  },

  endInhibition: async ({ input, ...context }) => {
    const { work, caller } = context
    const { plantId } = input
    const { requested: requestedUnits, notAsked: unitsNotAsked } = await sortByReachability(context, input, {
      isEnd: true,
    })
    const ids = requestedUnits.map(({ id }) => id)
    await recordEndRequested(work.tx, ids, { by: caller.userId, byName: caller.name, at: work.now })
    const commands = []
    for (const unit of requestedUnits)
      commands.push(await queueCommand(context, { plantId, unit, command: { name: 'endInhibition' } }))
    work.broadcast({ plant: plantId }, 'inhibitions', { plant_id: plantId })
    return { commands, notAsked: unitsNotAsked }
  },
}
