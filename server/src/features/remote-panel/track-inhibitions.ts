import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { endUnitCauses } from '../../kernel/notice-causes.store.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { judgeRecordTimes, type TimedRecord } from '../central-units/index.ts'
import type { CommandListener, CommandListeners } from '../commands/index.ts'
import { addEntries, type Person } from '../logbook/index.ts'
import {
  endInForce,
  failRequest,
  findEndingNear,
  findInForce,
  findRequestOfCommand,
  type InhibitionRow,
  markInForce,
  recordLapsed,
} from './remote-panel.store.ts'

const minuteMs = 60_000
/** A unit counts its time from the receipt of the command, so its end may differ from the requested one by this much. */
const toleranceMs = 3 * minuteMs
/** A reported end cannot distinguish requests whose ends are this close. */
const sameEndMs = 5_000

type InhibitionRecord = TimedRecord & { record: { kind: 'inhibited' | 'inhibitionEnded' } }
type ReceivedInhibition = { told: InhibitionRecord; unit: EnrolledUnit; context: ListenerContext }

const broadcastInhibitions = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'inhibitions', { plant_id: plantId })

const requesterOf = (wish: InhibitionRow | undefined): Person | null =>
  wish?.askedByName ? { userId: wish.askedBy, name: wish.askedByName } : null

const endRequesterOf = (wish: InhibitionRow | undefined): Person | null =>
  wish?.endAskedByName ? { userId: wish.endAskedBy, name: wish.endAskedByName } : null

/** Idempotency key of a record, so that a repeat does not add a second logbook entry. */
const placeOf = ({ told, unit, context }: ReceivedInhibition) => ({
  plantId: unit.plantId,
  centralUnitId: unit.id,
  unit: unit.unit,
  at: told.at,
  recordedAt: context.work.now,
  clockWrong: told.clockWrong,
  once: `inhibition ${told.unit} ${told.life} ${told.boot} ${told.seq}`,
})

/** Order among requests with the same end: those without a record first, replaced ones last. */
const likelyStates = ['asked', 'failed', 'inhibited', 'ended'] as const

/** The request behind a reported end: the one with the nearest end. */
const findRequestOf = async (
  { unit, context: { work } }: ReceivedInhibition,
  until: Date | null,
): Promise<InhibitionRow | undefined> => {
  if (!until) return undefined
  const wishes = await findEndingNear(work.tx, unit.id, { until, apartMs: toleranceMs })
  const off = ({ endsAt }: InhibitionRow) => Math.abs(endsAt.getTime() - until.getTime())
  const nearest = Math.min(...wishes.map(off))
  const same = wishes.filter((wish) => off(wish) - nearest < sameEndMs)
  return same.toSorted((a, b) => likelyStates.indexOf(a.state) - likelyStates.indexOf(b.state))[0]
}

const onInhibited = async (listened: ReceivedInhibition, until: string | null): Promise<void> => {
  const { told, context } = listened
  const wish = await findRequestOf(listened, until === null ? null : new Date(until))
  const isReplaced = wish?.state === 'ended'
  if (wish && !isReplaced && (wish.state !== 'inhibited' || wish.lapsedAt))
    await markInForce(context.work.tx, wish, told.at)
  const minutes = until === null ? null : Math.max(0, Math.round((Date.parse(until) - told.at.getTime()) / minuteMs))
  addEntries(context.work, [
    { kind: 'inhibited', facts: { minutes }, by: requesterOf(wish), text: wish?.reason ?? '', ...placeOf(listened) },
  ])
}

const onEnded = async (listened: ReceivedInhibition): Promise<void> => {
  const { told, unit, context } = listened
  if (told.record.kind !== 'inhibitionEnded') return
  await endUnitCauses(context.work.tx, { what: 'inhibited', units: [unit.id] }, context.work.now)
  const { because } = told.record
  const wish = await findInForce(context.work.tx, unit.id)
  const isLeft = wish && !wish.endAskedAt && wish.endsAt > context.work.now
  // A unit loses its inhibition at a restart; the remaining time is requested again as soon as possible.
  if (because === 'restart' && isLeft) await recordLapsed(context.work.tx, wish.id, told.at)
  // An end from before the request belongs to another inhibition.
  else if (wish && told.at >= wish.askedAt)
    await endInForce(context.work.tx, { centralUnitId: unit.id, at: told.at, because })
  const by = because === 'command' ? endRequesterOf(wish) : null
  addEntries(context.work, [{ kind: 'inhibitionEnded', facts: { because }, by, ...placeOf(listened) }])
}

const isInhibitionRecord = (one: TimedRecord): one is InhibitionRecord =>
  one.record.kind === 'inhibited' || one.record.kind === 'inhibitionEnded'

/** Processes units' inhibition reports: writes them to the logbook at their own times and updates the requests. */
export const inhibitionListeners: DeviceListeners = {
  record: async (news, context) => {
    const told = news.filter(({ record }) => record.kind === 'inhibited' || record.kind === 'inhibitionEnded')
    if (told.length === 0) return
    const plants = new Set<string>()
    for (const one of (await judgeRecordTimes(context.work.tx, told, context.work.now)).filter(isInhibitionRecord)) {
      const unit = context.units.get(one.unit)
      if (!unit) continue
      const listened = { told: one, unit, context }
      if (one.record.kind === 'inhibited') await onInhibited(listened, one.record.until)
      else await onEnded(listened)
      plants.add(unit.plantId)
    }
    for (const plantId of plants) broadcastInhibitions(context.work, plantId)
  },
}

const onInhibit: CommandListener = async (row, work) => {
  if (row.state !== 'done' && row.state !== 'failed') return
  const wish = await findRequestOfCommand(work.tx, row.id)
  if (!wish) return
  if (row.state === 'done' && (wish.state === 'asked' || wish.lapsedAt)) await markInForce(work.tx, wish, work.now)
  if (row.state === 'failed') await failRequest(work.tx, wish.id, work.now)
  broadcastInhibitions(work, row.plantId)
}

export const inhibitionCommandListeners = { inhibit: onInhibit } satisfies CommandListeners
