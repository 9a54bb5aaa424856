import { randomUUID } from 'node:crypto'
import type { notInhibitedReasons } from '@vigilux/contract/features/remote-panel/inhibition.ts'
import type { remotePanelActions } from '@vigilux/contract/features/remote-panel/remote-panel.actions.ts'
import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import type { HandlersOf, WriteContext } from '../../kernel/handler.ts'
import { endUnitCauses } from '../../kernel/notice-causes.store.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import {
  auditUnit,
  type CentralUnitRow,
  findEnabledFilter,
  findLinks,
  isConnected,
  judgeRecordTimes,
  listUnitRows,
  type TimedRecord,
} from '../central-units/index.ts'
import { type CommandListener, type CommandListeners, queueCommand } from '../commands/index.ts'
import { addEntries, type Person } from '../logbook/index.ts'
import {
  endInForce,
  failRequest,
  findEndingNear,
  findInForce,
  findRequestOfCommand,
  type InhibitionRow,
  insertRequest,
  listNewestRequests,
  markInForce,
  recordEndRequested,
  recordLapsed,
} from './remote-panel.store.ts'

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

const broadcastInhibitions = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'inhibitions', { plant_id: plantId })

export const remotePanelHandlers: HandlersOf<typeof remotePanelActions> = {
  getInhibitions: async ({ work, input: { plantId } }) => ({
    max_minutes: work.ports.settings.limits.inhibitionHours * 60,
    requests: await listNewestRequests(work.tx, plantId),
  }),

  inhibitUnits: async ({ input, ...context }) => {
    const { work, caller } = context
    const { plantId, minutes, reason } = input
    const maxMinutes = work.ports.settings.limits.inhibitionHours * 60
    if (minutes > maxMinutes) return work.fail('INHIBITION_TOO_LONG', { max: maxMinutes })
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
    broadcastInhibitions(work, plantId)
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
    broadcastInhibitions(work, plantId)
    return { commands, notAsked: unitsNotAsked }
  },
}

/** A unit counts from the receipt of the command, so its end may differ from the request by this much. */
const toleranceMs = 3 * minuteMs
/** A reported end cannot distinguish requests whose ends are this close. */
const sameEndMs = 5_000

type InhibitionRecord = TimedRecord & { record: { kind: 'inhibited' | 'inhibitionEnded' } }
type ReceivedInhibition = { entry: InhibitionRecord; unit: EnrolledUnit; context: ListenerContext }

const requesterOf = (request: InhibitionRow | undefined): Person | null =>
  request?.requestedByName ? { userId: request.requestedBy, name: request.requestedByName } : null

const endRequesterOf = (request: InhibitionRow | undefined): Person | null =>
  request?.endRequestedByName ? { userId: request.endRequestedBy, name: request.endRequestedByName } : null

/** Idempotency key of a record, so a repeat does not add a second logbook entry. */
const placeOf = ({ entry, unit, context }: ReceivedInhibition) => ({
  plantId: unit.plantId,
  centralUnitId: unit.id,
  unit: unit.unit,
  at: entry.at,
  recordedAt: context.work.now,
  clockWrong: entry.clockWrong,
  once: `inhibition ${entry.unit} ${entry.life} ${entry.boot} ${entry.seq}`,
})

/** Order among requests with the same end: those without a record first, replaced ones last. */
const likelyStates = ['requested', 'failed', 'inhibited', 'ended'] as const

/** The request behind a reported end: the one with the nearest end. */
const findRequestOf = async (
  { unit, context: { work } }: ReceivedInhibition,
  until: Date | null,
): Promise<InhibitionRow | undefined> => {
  if (!until) return undefined
  const requests = await findEndingNear(work.tx, unit.id, { until, apartMs: toleranceMs })
  const timeDistance = ({ endsAt }: InhibitionRow) => Math.abs(endsAt.getTime() - until.getTime())
  const smallestDistance = Math.min(...requests.map(timeDistance))
  const nearestRequests = requests.filter((request) => timeDistance(request) - smallestDistance < sameEndMs)
  return nearestRequests.toSorted((a, b) => likelyStates.indexOf(a.state) - likelyStates.indexOf(b.state))[0]
}

const onInhibited = async (inhibition: ReceivedInhibition, until: string | null): Promise<void> => {
  const { entry, context } = inhibition
  const request = await findRequestOf(inhibition, until === null ? null : new Date(until))
  const isReplaced = request?.state === 'ended'
  if (request && !isReplaced && (request.state !== 'inhibited' || request.lapsedAt))
    await markInForce(context.work.tx, request, entry.at)
  const minutes = until === null ? null : Math.max(0, Math.round((Date.parse(until) - entry.at.getTime()) / minuteMs))
  addEntries(context.work, [
    {
      kind: 'inhibited',
      facts: { minutes },
      by: requesterOf(request),
      text: request?.reason ?? '',
      ...placeOf(inhibition),
    },
  ])
}

const onEnded = async (inhibition: ReceivedInhibition): Promise<void> => {
  const { entry, unit, context } = inhibition
  if (entry.record.kind !== 'inhibitionEnded') return
  await endUnitCauses(context.work.tx, { what: 'inhibited', units: [unit.id] }, context.work.now)
  const { reason: endReason } = entry.record
  const request = await findInForce(context.work.tx, unit.id)
  const isLeft = request && !request.endRequestedAt && request.endsAt > context.work.now
  // A unit loses its inhibition at a restart; the remaining time is requested again as soon as possible.
  if (endReason === 'restart' && isLeft) await recordLapsed(context.work.tx, request.id, entry.at)
  // An end from before the request belongs to another inhibition.
  else if (request && entry.at >= request.requestedAt)
    await endInForce(context.work.tx, { centralUnitId: unit.id, at: entry.at, endReason })
  const requester = endReason === 'command' ? endRequesterOf(request) : null
  addEntries(context.work, [
    { kind: 'inhibitionEnded', facts: { reason: endReason }, by: requester, ...placeOf(inhibition) },
  ])
}

const isInhibitionRecord = (timedRecord: TimedRecord): timedRecord is InhibitionRecord =>
  timedRecord.record.kind === 'inhibited' || timedRecord.record.kind === 'inhibitionEnded'

/** Processes units' inhibition reports: writes them to the logbook at their own times and updates the requests. */
export const inhibitionListeners: DeviceListeners = {
  record: async (updates, context) => {
    const inhibitionUpdates = updates.filter(
      ({ record }) => record.kind === 'inhibited' || record.kind === 'inhibitionEnded',
    )
    if (inhibitionUpdates.length === 0) return
    const plants = new Set<string>()
    for (const timedRecord of (await judgeRecordTimes(context.work.tx, inhibitionUpdates, context.work.now)).filter(
      isInhibitionRecord,
    )) {
      const unit = context.units.get(timedRecord.unit)
      if (!unit) continue
      const inhibition = { entry: timedRecord, unit, context }
      if (timedRecord.record.kind === 'inhibited') await onInhibited(inhibition, timedRecord.record.until)
      else await onEnded(inhibition)
      plants.add(unit.plantId)
    }
    for (const plantId of plants) broadcastInhibitions(context.work, plantId)
  },
}

const onInhibit: CommandListener = async (row, work) => {
  if (row.state !== 'done' && row.state !== 'failed') return
  const request = await findRequestOfCommand(work.tx, row.id)
  if (!request) return
  if (row.state === 'done' && (request.state === 'requested' || request.lapsedAt))
    await markInForce(work.tx, request, work.now)
  if (row.state === 'failed') await failRequest(work.tx, request.id, work.now)
  broadcastInhibitions(work, row.plantId)
}

export const inhibitionCommandListeners = { inhibit: onInhibit } satisfies CommandListeners
