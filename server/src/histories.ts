import type { Config } from './config.ts'
import { deleteEndedCommands } from './features/commands/index.ts'
import { deleteEndedOperations } from './features/operations/index.ts'
import { type History, inBatches } from './kernel/history.ts'
import { byMonth } from './kernel/months.store.ts'

/**
 * What is kept for the time that the operator sets. Whatever is not here is kept for as long as its plant: records, results, tests,
 * logbook, snapshots. docs/operations/retention.md
 */
export const historiesOf = (months: Config['keepMonths']): History[] => [
  { name: 'audit', months: months.audit, keep: byMonth({ table: 'audit', column: 'at' }) },
  { name: 'security log', months: months.securityLog, keep: byMonth({ table: 'security_event', column: 'at' }) },
  { name: 'mail', months: months.mail, keep: byMonth({ table: 'mail', column: 'created_at' }) },
  { name: 'commands', months: months.commands, keep: inBatches(deleteEndedCommands) },
  { name: 'operations', months: months.commands, keep: inBatches(deleteEndedOperations) },
]
