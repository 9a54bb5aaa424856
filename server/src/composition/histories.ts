import type { Config } from '../config/config.ts'
import { deleteEndedTokens } from '../features/access-tokens/index.ts'
import {
  deleteExpiredAttempts,
  deleteExpiredChallenges,
  deleteExpiredCodes,
  deleteExpiredCompanySignIns,
  deleteExpiredEmailChanges,
  deleteExpiredSessions,
} from '../features/accounts/index.ts'
import { bluetoothReports, deleteOldBluetoothEntries } from '../features/bluetooth/index.ts'
import { deleteOldEnrolments } from '../features/central-units/index.ts'
import { deleteEndedCommands } from '../features/commands/index.ts'
import { deleteOldWalks } from '../features/commissioning/index.ts'
import { inspectorLinks } from '../features/compliance/index.ts'
import { deleteOldReadings, deleteOldSums } from '../features/energy/index.ts'
import { deleteOldParts, deleteOldRevisions } from '../features/lamp-labels/index.ts'
import { deleteInvitationsToRemoved } from '../features/members/index.ts'
import { deleteOldEscalations, deleteOldNotices, deleteOldPushes } from '../features/notices/index.ts'
import { deleteEndedOperations } from '../features/operations/index.ts'
import { deleteStatsOfRemoved } from '../features/overview/index.ts'
import { deleteOldPlantExports, deletePlantRemainders, eraseDeletedPlants } from '../features/plant-archive/index.ts'
import { deleteOldRequests } from '../features/remote-panel/index.ts'
import { deleteOldNames, deleteOldRuns } from '../features/scenes/index.ts'
import { deleteOldWebhookCalls } from '../features/webhooks/index.ts'
import { type History, pruneInBatches } from '../kernel/history.ts'
import { deleteExpiredKeys } from '../kernel/idempotency.store.ts'
import { pruneByMonth } from '../kernel/monthly-partitions.store.ts'
import { deleteOldCauses } from '../kernel/notice-causes.store.ts'
import { deleteOldOfficeVisits } from '../kernel/office-visits.store.ts'

/**
 * Histories with the operator's retention. Other data is retained as long as its plant: records, results, tests,
 * logbook, snapshots. docs/operations/retention.md
 */
export const historiesOf = (months: Config['retentionMonths'], restoreDays: number): History[] => [
  { name: 'audit', months: months.audit, prune: pruneByMonth({ table: 'audit', column: 'at' }) },
  { name: 'access log', months: months.accessLog, prune: pruneInBatches(deleteOldOfficeVisits) },
  { name: 'security log', months: months.securityLog, prune: pruneByMonth({ table: 'security_event', column: 'at' }) },
  { name: 'mail', months: months.mail, prune: pruneByMonth({ table: 'mail', column: 'created_at' }) },
  { name: 'notices', months: months.mail, prune: pruneInBatches(deleteOldNotices) },
  { name: 'pushes', months: months.mail, prune: pruneInBatches(deleteOldPushes) },
  { name: 'calls of webhooks', months: months.mail, prune: pruneInBatches(deleteOldWebhookCalls) },
  { name: 'escalations', months: months.mail, prune: pruneInBatches(deleteOldEscalations) },
  { name: 'causes of notices', months: months.mail, prune: pruneInBatches(deleteOldCauses) },
  { name: 'changes of lamps', months: months.lampHistory, prune: pruneByMonth({ table: 'lamp_change', column: 'at' }) },
  { name: 'telemetry', months: months.telemetry, prune: pruneInBatches(deleteOldReadings) },
  { name: 'energy', months: months.energy, prune: pruneInBatches(deleteOldSums) },
  { name: 'commands', months: months.commands, prune: pruneInBatches(deleteEndedCommands) },
  { name: 'runs of scenes', months: months.commands, prune: pruneInBatches(deleteOldRuns) },
  { name: 'inhibitions', months: months.commands, prune: pruneInBatches(deleteOldRequests) },
  { name: 'names of removed scenes', months: months.commands, prune: pruneInBatches(deleteOldNames) },
  { name: 'operations', months: months.commands, prune: pruneInBatches(deleteEndedOperations) },
  { name: 'Bluetooth logbook', months: months.audit, prune: pruneInBatches(deleteOldBluetoothEntries) },
  { name: 'Bluetooth reports', months: months.mail, prune: pruneInBatches(bluetoothReports.deleteExpired) },
  { name: "inspector's pages", months: months.audit, prune: pruneInBatches(inspectorLinks.deleteExpired) },
  { name: 'walks', months: months.commands, prune: pruneInBatches(deleteOldWalks) },
  { name: 'exports of plants', months: months.commands, prune: pruneInBatches(deleteOldPlantExports) },
  { name: 'enrolments', months: months.commands, prune: pruneInBatches(deleteOldEnrolments) },
  { name: 'invitations to removed plants', months: months.mail, prune: pruneInBatches(deleteInvitationsToRemoved) },
  { name: 'sessions', months: null, prune: pruneInBatches(deleteExpiredSessions) },
  { name: 'ended access tokens', months: null, prune: pruneInBatches(deleteEndedTokens) },
  { name: 'codes', months: null, prune: pruneInBatches(deleteExpiredCodes) },
  { name: 'idempotency keys', months: null, prune: pruneInBatches(deleteExpiredKeys) },
  { name: 'answered challenges', months: null, prune: pruneInBatches(deleteExpiredChallenges) },
  { name: 'sign-ins by company', months: null, prune: pruneInBatches(deleteExpiredCompanySignIns) },
  { name: 'changes of address', months: null, prune: pruneInBatches(deleteExpiredEmailChanges) },
  { name: 'attempts', months: null, prune: pruneInBatches(deleteExpiredAttempts) },
  { name: 'texts that can be undone', months: null, prune: pruneInBatches(deleteOldRevisions) },
  { name: 'texts in parts', months: null, prune: pruneInBatches(deleteOldParts) },
  { name: 'figures of removed plants', months: null, prune: pruneInBatches(deleteStatsOfRemoved) },
  { name: 'deleted plants', months: null, prune: eraseDeletedPlants(restoreDays) },
  { name: 'logbooks of deleted plants', months: months.deletedLogbook, prune: deletePlantRemainders },
]
