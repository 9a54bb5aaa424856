import type { DeviceListeners, ListenerContext } from '../../kernel/device-listeners.ts'
import { endOfUnits } from '../../kernel/notice-causes.store.ts'
import type { EnrolledUnit } from '../../kernel/unit-register.ts'
import type { Work } from '../../kernel/work.ts'
import { type TimedRecord, timedRecords } from '../central-units/index.ts'
import type { CommandListener, CommandListeners } from '../commands/index.ts'
import { addEntries, type Person } from '../logbook/index.ts'
import {
  endInForce,
  failWish,
  findEndingNear,
  findInForce,
  findWishOfCommand,
  type InhibitionRow,
  noteLapsed,
  putInForce,
} from './remote-panel.store.ts'

const minuteMs = 60_000
/** A unit counts its time from when it heard the command: by so much its end may be off the one that was asked for. */
const apartMs = 3 * minuteMs
/** Wishes whose ends are as near to each other as this cannot be told apart by the end that a unit reports. */
const sameEndMs = 5_000

type Told = TimedRecord & { record: { kind: 'inhibited' | 'inhibitionEnded' } }
type Listened = { told: Told; unit: EnrolledUnit; context: ListenerContext }

const tellPlant = (work: Work, plantId: string): void =>
  work.broadcast({ plant: plantId }, 'inhibitions', { plant_id: plantId })

const askerOf = (wish: InhibitionRow | undefined): Person | null =>
  wish?.askedByName ? { userId: wish.askedBy, name: wish.askedByName } : null

const enderOf = (wish: InhibitionRow | undefined): Person | null =>
  wish?.endAskedByName ? { userId: wish.endAskedBy, name: wish.endAskedByName } : null

/** Of one record the logbook tells once, however often it comes. */
const placeOf = ({ told, unit, context }: Listened) => ({
  plantId: unit.plantId,
  centralUnitId: unit.id,
  unit: unit.unit,
  at: told.at,
  recordedAt: context.work.now,
  clockWrong: told.clockWrong,
  once: `inhibition ${told.unit} ${told.life} ${told.boot} ${told.seq}`,
})

/** Of wishes with the same end: the one that no record has told of yet comes first, the replaced one last. */
const likely = ['asked', 'failed', 'inhibited', 'ended'] as const

/** The wish behind an end that a unit reports: the one whose end is nearest to it. */
const wishBehind = async (
  { unit, context: { work } }: Listened,
  until: Date | null,
): Promise<InhibitionRow | undefined> => {
  if (!until) return undefined
  const wishes = await findEndingNear(work.tx, unit.id, { until, apartMs })
  const off = ({ endsAt }: InhibitionRow) => Math.abs(endsAt.getTime() - until.getTime())
  const nearest = Math.min(...wishes.map(off))
  const same = wishes.filter((wish) => off(wish) - nearest < sameEndMs)
  return same.toSorted((a, b) => likely.indexOf(a.state) - likely.indexOf(b.state))[0]
}

const onInhibited = async (listened: Listened, until: string | null): Promise<void> => {
  const { told, context } = listened
  const wish = await wishBehind(listened, until === null ? null : new Date(until))
  const isReplaced = wish?.state === 'ended'
  if (wish && !isReplaced && (wish.state !== 'inhibited' || wish.lapsedAt))
    await putInForce(context.work.tx, wish, told.at)
  const minutes = until === null ? null : Math.max(0, Math.round((Date.parse(until) - told.at.getTime()) / minuteMs))
  addEntries(context.work, [
    { kind: 'inhibited', facts: { minutes }, by: askerOf(wish), text: wish?.reason ?? '', ...placeOf(listened) },
  ])
}

const onEnded = async (listened: Listened): Promise<void> => {
  const { told, unit, context } = listened
  if (told.record.kind !== 'inhibitionEnded') return
  await endOfUnits(context.work.tx, { what: 'inhibited', units: [unit.id] }, context.work.now)
  const { because } = told.record
  const wish = await findInForce(context.work.tx, unit.id)
  const isLeft = wish && !wish.endAskedAt && wish.endsAt > context.work.now
  // A unit forgets at its start that it was inhibited: it is asked for the time that is left as soon as it can be.
  if (because === 'restart' && isLeft) await noteLapsed(context.work.tx, wish.id, told.at)
  // What was ended before the wish began was another.
  else if (wish && told.at >= wish.askedAt)
    await endInForce(context.work.tx, { centralUnitId: unit.id, at: told.at, because })
  const by = because === 'command' ? enderOf(wish) : null
  addEntries(context.work, [{ kind: 'inhibitionEnded', facts: { because }, by, ...placeOf(listened) }])
}

const isTold = (one: TimedRecord): one is Told =>
  one.record.kind === 'inhibited' || one.record.kind === 'inhibitionEnded'

/** What units tell of their inhibitions: into the logbook with its times, and the wishes are as the units have taken them. */
export const inhibitionListeners: DeviceListeners = {
  record: async (news, context) => {
    const told = news.filter(({ record }) => record.kind === 'inhibited' || record.kind === 'inhibitionEnded')
    if (told.length === 0) return
    const plants = new Set<string>()
    for (const one of (await timedRecords(context.work.tx, told, context.work.now)).filter(isTold)) {
      const unit = context.units.get(one.unit)
      if (!unit) continue
      const listened = { told: one, unit, context }
      if (one.record.kind === 'inhibited') await onInhibited(listened, one.record.until)
      else await onEnded(listened)
      plants.add(unit.plantId)
    }
    for (const plantId of plants) tellPlant(context.work, plantId)
  },
}

const onInhibit: CommandListener = async (row, work) => {
  if (row.state !== 'done' && row.state !== 'failed') return
  const wish = await findWishOfCommand(work.tx, row.id)
  if (!wish) return
  if (row.state === 'done' && (wish.state === 'asked' || wish.lapsedAt)) await putInForce(work.tx, wish, work.now)
  if (row.state === 'failed') await failWish(work.tx, wish.id, work.now)
  tellPlant(work, row.plantId)
}

export const inhibitionCommandListeners = { inhibit: onInhibit } satisfies CommandListeners
