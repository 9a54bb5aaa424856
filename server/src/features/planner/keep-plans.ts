import { type Announce, announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { eachByItself } from '../../kernel/each-due.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { followTests } from './follow-tests.ts'
import { lockPlanToCheck } from './planner.store.ts'
import { putIntoEffect } from './put-into-effect.ts'
import { revisePlan } from './revise-plan.ts'
import { handOverTest } from './start-planned-tests.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver' | 'log'>
type Context = { tx: Tx; announce: Announce; ports: Parts['ports'] }

/**
 * A piece of work on something that is due and is none of `seen`; answers whether there was one, and names it with `found` before anything
 * can go wrong.
 */
type Work = (context: Context, seen: readonly string[], found: (id: string) => void) => Promise<boolean>

const lookEveryMs = 5_000
/** Of each kind of work so much in one turn at most: the others have theirs too. */
const mostAtOnce = 200

/**
 * Does a piece of work after the other, each in a transaction of its own, until there is none. What cannot be done is logged, and holds up
 * nothing else.
 */
const workOff = async ({ ports, inTransaction, deliver, log }: Parts, work: Work): Promise<void> => {
  const seen: string[] = []
  for (let n = 0; n < mostAtOnce; n++) {
    let [more, id] = [false, '']
    const doNext = async (tx: Tx, announce: Announce): Promise<void> => {
      more = await work({ tx, announce, ports }, seen, (found) => {
        id = found
      })
    }
    try {
      deliver(await announcedBy(inTransaction, doNext))
    } catch (error) {
      log.error({ err: error, id }, 'a year plan cannot be kept')
      more = id !== ''
    }
    if (!more) return
    if (id !== '') seen.push(id)
  }
}

/** Checks the next plan that is due for a look. */
const checkPlan: Work = async (context, seen, found) => {
  const plan = await lockPlanToCheck(context.tx, context.ports.clock.now(), seen)
  if (!plan) return false
  found(plan.id)
  await revisePlan(context, plan)
  return true
}

/** Everything that plans in force ask for now: units that lack their dates, tests whose time has come, plans that may hold no longer. */
export const keepPlans = (parts: Parts): Promise<void> =>
  eachByItself(parts.log, [
    () => workOff(parts, handOverTest),
    () => followTests(parts),
    () => workOff(parts, checkPlan),
    () => workOff(parts, putIntoEffect),
  ])

/** Keeps plans in force for as long as the server runs. What is due stands in rows: any number of nodes may do this. */
export const startPlanKeeper: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => keepPlans(parts))
  looking.start()
  return looking
}
