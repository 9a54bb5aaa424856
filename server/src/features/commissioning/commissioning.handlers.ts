import type { commissioningActions } from '@vigilux/contract/features/commissioning/commissioning.actions.ts'
import { blinkSeconds, walkLimits } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Work } from '../../kernel/work.ts'
import { type AcquiredUnitRefusal, requireAcquiredUnit } from '../central-units/index.ts'
import { requirePlan } from '../floor-plans/index.ts'
import { listLampsOfUnit, refuseUnknownLamps, writeLampTexts } from '../lamps/index.ts'
import { moveLampToRoom } from '../rooms/index.ts'
import {
  endWalk,
  findWalk,
  insertWalk,
  listWalkLamps,
  listWalks,
  reopenSkipped,
  type WalkWithCounts,
} from './commissioning.store.ts'
import { addWalkLamps, listUnplacedLamps } from './plan-walks.store.ts'
import { placeWalkLamp, returnToWalkLamp } from './plan-walks.ts'
import {
  auditWalk,
  broadcastWalk,
  claimLampAgain,
  continueWalk,
  findWalkLamp,
  releaseLamp,
  requireClaimedLamp,
  requireOpenWalk,
  requireWalk,
  requireWalkForUpdate,
  stopBlinking,
} from './walk-steps.ts'
import { toWalk, toWalkLamp } from './walk-view.ts'

type Handlers = HandlersOf<typeof commissioningActions>
type StartInput = Parameters<Handlers['startWalk']>[0]['input']
type LampRefs = { topic: string; addr: number }[]

/** The chosen lamps in order, and their units. */
const requireLamps = async (
  work: Work<AcquiredUnitRefusal | 'LAMP_NOT_FOUND'>,
  plantId: string,
  lampRefs: LampRefs,
) => {
  const found: { centralUnitId: string; serial: string }[] = []
  for (const [topic, unitLamps] of Map.groupBy(lampRefs, (one) => one.topic)) {
    const unit = await requireAcquiredUnit(work, plantId, { topic })
    const addrs = new Set(unitLamps.map(({ addr }) => addr))
    const lamps = await refuseUnknownLamps(work, unit.id, addrs)
    for (const addr of [...addrs].sort((a, b) => a - b)) {
      const lamp = lamps.get(addr)
      if (lamp) found.push({ centralUnitId: unit.id, serial: lamp.serial })
    }
  }
  return found
}

/** Scope of a walk: a unit, the lamps without a place on a plan, or chosen ones. */
const findWalkScope = async (
  work: Work<AcquiredUnitRefusal | 'LAMP_NOT_FOUND' | 'FLOOR_PLAN_NOT_FOUND' | 'FLOOR_PLAN_NOT_READY'>,
  plantId: string,
  scope: StartInput['of'],
) => {
  if ('planId' in scope) {
    const { drawing } = await requirePlan(work, plantId, scope.planId)
    if (drawing.state !== 'ready') return work.fail('FLOOR_PLAN_NOT_READY')
    return {
      unit: null,
      planId: scope.planId,
      lamps: await listUnplacedLamps(work.tx, { plantId, planId: scope.planId }),
    }
  }
  if ('lamps' in scope) return { unit: null, planId: null, lamps: await requireLamps(work, plantId, scope.lamps) }
  const unit = await requireAcquiredUnit(work, plantId, scope)
  const lamps = (await listLampsOfUnit(work.tx, unit.id)).map(({ serial }) => ({ centralUnitId: unit.id, serial }))
  return { unit, planId: null, lamps }
}

/** Adds lamps without a current place to a walk on a plan. */
const addLampsToPlanWalk = async (
  work: Work,
  startedWalk: WalkWithCounts,
  lamps: { centralUnitId: string; serial: string }[],
) => {
  const { id: walkId, plantId, endedAt } = startedWalk.walk
  await auditWalk(work, walkId)
  if (endedAt || lamps.length === 0) return toWalk(startedWalk)
  await addWalkLamps(work.tx, walkId, lamps)
  return (await broadcastWalk(work, { plantId, walkId }, null)).walk
}

const startWalk: Handlers['startWalk'] = async ({ work, input, caller }) => {
  const { plantId, of: scope } = input
  const { unit, planId, lamps } = await findWalkScope(work, plantId, scope)
  const startedWalk =
    (unit ? await findWalk(work.tx, plantId, { centralUnitId: unit.id }) : undefined) ??
    (planId ? await findWalk(work.tx, plantId, { planId }) : undefined)
  if (startedWalk?.walk.planId) return { walk: await addLampsToPlanWalk(work, startedWalk, lamps) }
  if (startedWalk) return { walk: toWalk(startedWalk) }
  if (lamps.length === 0) return work.fail('NO_DEVICE_SELECTED')
  const openWalks = (await listWalks(work.tx, plantId)).filter(({ walk }) => walk.endedAt === null)
  if (openWalks.length >= walkLimits.open) return work.fail('WALK_LIMIT', { limit: walkLimits.open })
  const startedAt = work.now
  const walkScope = { centralUnitId: unit?.id ?? null, planId }
  const newWalk = { plantId, ...walkScope, startedBy: caller.name, startedAt }
  const walkId = await insertWalk(work.tx, newWalk, lamps)
  if (planId) await auditWalk(work, walkId)
  return { walk: (await broadcastWalk(work, { plantId, walkId }, null)).walk }
}

const saveWalkLamp: Handlers['saveWalkLamp'] = async ({ input, ...context }) => {
  const { plantId, topic, place, version, workId } = input
  const { work, caller } = context
  // On a floor plan a lamp gets no texts.
  if ((await requireWalkForUpdate(context, input)).walk.planId) return work.fail('WALK_NOT_FOUND')
  const lamp = (await findWalkLamp(work, input)) ?? work.fail('LAMP_NOT_FOUND')
  const { centralUnitId, serial, savedUnder: savedWorkId } = lamp.row
  const addr = lamp.addr ?? work.fail('LAMP_NOT_FOUND')
  const isNew = savedWorkId !== workId
  if (isNew) {
    const { roomId, ...texts } = place
    await writeLampTexts(context, { plantId, topic, addr, texts, version })
    if (roomId !== lamp.roomId) await moveLampToRoom(context.work, plantId, roomId, { centralUnitId, serial })
    const done = { state: 'done', reason: null, byName: caller.name, at: work.now } as const
    await releaseLamp(context, input, lamp, { ...done, savedUnder: workId })
  }
  return continueWalk(context, input, { left: isNew ? [lamp] : [], wanted: input.goOn, seconds: blinkSeconds.default })
}

const skipWalkLamp: Handlers['skipWalkLamp'] = async ({ input, ...context }) => {
  const { reason: skipReason } = input
  const { work, caller } = context
  const lamp = await requireClaimedLamp(context, input)
  const skipChange = {
    state: 'skipped',
    reason: skipReason === 'later' ? null : skipReason,
    byName: caller.name,
  } as const
  const change = skipReason === 'later' ? { putOff: lamp.row.putOff + 1 } : { ...skipChange, at: work.now }
  await releaseLamp(context, input, lamp, change)
  return continueWalk(context, input, { left: [lamp], wanted: input.goOn, seconds: blinkSeconds.default })
}

export const commissioningHandlers: Handlers = {
  getWalks: async ({ work, input: { plantId } }) => ({ walks: (await listWalks(work.tx, plantId)).map(toWalk) }),
  getWalk: async ({ work, input }) => {
    const walk = await requireWalk(work, input)
    return { walk: toWalk(walk), lamps: (await listWalkLamps(work.tx, input.walkId)).map(toWalkLamp) }
  },
  startWalk,
  claimWalkLamp: async ({ input, ...context }) => {
    await requireOpenWalk(context, input)
    return continueWalk(context, input, { wanted: true, seconds: input.blink ? blinkSeconds.default : 0 })
  },
  blinkWalkLamp: async ({ input, ...context }) =>
    claimLampAgain(context, input, await requireClaimedLamp(context, input), blinkSeconds.longer),
  saveWalkLamp,
  placeWalkLamp,
  returnToWalkLamp,
  skipWalkLamp,
  leaveWalk: async ({ input, ...context }) => {
    const { work, caller } = context
    await requireWalkForUpdate(context, input)
    const ownClaims = (await listWalkLamps(work.tx, input.walkId)).filter(({ row }) => row.takenBy === caller.userId)
    for (const lamp of ownClaims) await releaseLamp(context, input, lamp)
    return { walk: (await broadcastWalk(context.work, input, ownClaims)).walk }
  },
  reopenWalk: async ({ input, ...context }) => {
    await requireOpenWalk(context, input)
    await reopenSkipped(context.work.tx, input.walkId)
    return { walk: (await broadcastWalk(context.work, input, null)).walk }
  },
  endWalk: async ({ input, ...context }) => {
    const { work } = context
    await requireWalkForUpdate(context, input)
    for (const lamp of await listWalkLamps(work.tx, input.walkId)) await stopBlinking(context, input, lamp)
    await endWalk(work.tx, input.walkId, work.now)
    return { walk: (await broadcastWalk(context.work, input, null)).walk }
  },
}
