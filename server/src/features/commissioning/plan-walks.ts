import type { commissioningActions } from '@vigilux/contract/features/commissioning/commissioning.actions.ts'
import { blinkSeconds } from '@vigilux/contract/features/commissioning/walk-limits.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import { foundPlan, placeOnPlan } from '../floor-plans/index.ts'
import { changeWalkLamp, listWalkLamps, takenElsewhere } from './commissioning.store.ts'
import { blinkAgain, goOn, lampOfWalk, leaveLamp, notYours, openWalk } from './walk-steps.ts'
import { toWalked } from './walk-view.ts'

type Handlers = HandlersOf<typeof commissioningActions>

/** Places the lamp of the caller on the plan that is walked. */
export const placeWalkLamp: Handlers['placeWalkLamp'] = async ({ input, fail, ...context }) => {
  const { plantId, at, workId } = input
  const { work, caller } = context
  const { planId } = (await openWalk(context, input)).walk
  if (!planId) return fail('WALK_NOT_FOUND')
  const lamp = (await lampOfWalk(work, input)) ?? notYours(undefined)
  const { centralUnitId, serial, savedUnder, takenBy } = lamp.row
  const isNew = savedUnder !== workId
  if (isNew) {
    if (takenBy !== caller.userId) return notYours(lamp)
    await foundPlan(work, plantId, planId)
    await placeOnPlan(context.work, { plantId, planId }, { centralUnitId, serial, ...at })
    const done = { state: 'done', reason: null, byName: caller.name, at: work.now } as const
    await leaveLamp(context, input, lamp, { ...done, savedUnder: workId })
  }
  return goOn(context, input, { left: isNew ? [lamp] : [], wanted: input.goOn, seconds: blinkSeconds.usual })
}

/** Takes the caller back to a lamp of before. */
export const returnToWalkLamp: Handlers['returnToWalkLamp'] = async ({ input, fail, ...context }) => {
  const { work, caller } = context
  await openWalk(context, input)
  const lamp = (await lampOfWalk(work, input)) ?? fail('LAMP_NOT_FOUND')
  const isOthers = lamp.row.takenBy !== null && lamp.row.takenBy !== caller.userId
  const { addr } = toWalked(lamp, await takenElsewhere(work.tx, input.walkId))
  if (isOthers || addr === null) return notYours(lamp)
  const left = (await listWalkLamps(work.tx, input.walkId)).filter(
    ({ row }) => row.takenBy === caller.userId && row.position !== lamp.row.position,
  )
  for (const one of left) await leaveLamp(context, input, one)
  await changeWalkLamp(work.tx, lamp.row, { state: 'open', reason: null, byName: null, at: null })
  return blinkAgain(context, input, lamp, blinkSeconds.usual, left)
}
