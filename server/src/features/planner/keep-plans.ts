import { type Announce, announcedBy } from '../../kernel/announce.ts'
import type { BackgroundParts, StartBackground } from '../../kernel/background.ts'
import { repeat } from '../../kernel/repeat.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { lockPlanToCheck } from './planner.store.ts'
import { putIntoEffect } from './put-into-effect.ts'
import { revisePlan } from './revise-plan.ts'
import { followTests, handOverTest } from './start-planned-tests.ts'

type Parts = Pick<BackgroundParts, 'ports' | 'inTransaction' | 'deliver' | 'log'>
type Work = (context: { tx: Tx; announce: Announce; ports: Parts['ports'] }) => Promise<boolean>

const lookEveryMs = 5_000
/** Of each kind of work so much in one turn at most: the others have theirs too. */
const mostAtOnce = 200

/** Does a piece of work after the other, each in a transaction of its own, until there is none. */
const workOff = async ({ ports, inTransaction, deliver }: Parts, work: Work): Promise<void> => {
  for (let n = 0; n < mostAtOnce; n++) {
    let more = false
    deliver(
      await announcedBy(inTransaction, async (tx, announce) => {
        more = await work({ tx, announce, ports })
      }),
    )
    if (!more) return
  }
}

/** Checks the next plan that is due for a look. */
const checkPlan: Work = async (context) => {
  const plan = await lockPlanToCheck(context.tx, context.ports.clock.now())
  if (plan) await revisePlan(context, plan)
  return plan !== undefined
}

/** Everything that plans in force ask for now: units that lack their dates, tests whose time has come, plans that may hold no longer. */
export const keepPlans = async (parts: Parts): Promise<void> => {
  const asked: string[] = []
  const works: Work[] = [
    handOverTest,
    async (context) => {
      await followTests(context)
      return false
    },
    checkPlan,
    async (context) => {
      const unit = await putIntoEffect(context, asked)
      if (unit) asked.push(unit)
      return unit !== null
    },
  ]
  for (const work of works)
    await workOff(parts, work).catch((error: unknown) => parts.log.error({ err: error }, 'a year plan cannot be kept'))
}

/** Keeps plans in force for as long as the server runs. What is due stands in rows: any number of nodes may do this. */
export const startPlanKeeper: StartBackground = (parts) => {
  const looking = repeat(lookEveryMs, parts.log, () => keepPlans(parts))
  looking.start()
  return looking
}
