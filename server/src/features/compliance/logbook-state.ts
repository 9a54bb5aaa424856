import { type FaultFacts, listOpenFaultEvidence } from '@vigilux/contract/features/compliance/faults.rules.ts'
import { findGaps, listItems } from '@vigilux/contract/features/logbook/completeness.rules.ts'
import type { logbookActions } from '@vigilux/contract/features/logbook/logbook.actions.ts'
import type { LogbookFacts } from '@vigilux/contract/features/logbook/logbook-facts.ts'
import type { HandlersOf } from '../../kernel/handler.ts'
import type { Tx } from '../../kernel/transaction.ts'
import { dayIn } from '../../kernel/zoned.ts'
import { findHead, readLogbookFacts } from '../logbook/index.ts'
import { findPlant } from '../plants/index.ts'
import { readOpenFaults } from './collect-facts.ts'

type LogbookQuery = { at: Date; timezone: string }

/** The six items of a logbook, its responsible person and its last signature. */
export const stateOfLogbook = (logbookFacts: LogbookFacts, facts: FaultFacts, timezone: string) => {
  const gaps = findGaps(
    logbookFacts,
    (instant) => dayIn(new Date(instant), timezone),
    listOpenFaultEvidence(facts).map(({ since }) => since.at),
  )
  return { items: listItems(gaps), responsible: logbookFacts.responsible, signed: logbookFacts.signed }
}

/** Logbook content required by EN 50172, and its present gaps, by the facts of compliance. */
export const readLogbookState = async (tx: Tx, plantId: string, query: LogbookQuery) => {
  const logbookFacts = await readLogbookFacts(tx, plantId, query.at)
  return stateOfLogbook(logbookFacts, await readOpenFaults(tx, plantId, query), query.timezone)
}
export type LogbookState = Awaited<ReturnType<typeof readLogbookState>>

/** The state of a logbook depends on open faults, which the logbook feature cannot read. */
export const logbookStateHandlers: Pick<HandlersOf<typeof logbookActions>, 'getLogbookState'> = {
  getLogbookState: async ({ work, input: { plantId } }) => {
    const { timezone } = await findPlant(work.tx, plantId)
    const state = await readLogbookState(work.tx, plantId, { at: work.now, timezone })
    return { ...state, head: await findHead(work.tx, plantId) }
  },
}
