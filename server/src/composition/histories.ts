import type { Config } from '../config/config.ts'
import {
  deleteExpiredAttempts,
  deleteExpiredChallenges,
  deleteExpiredCodes,
  deleteExpiredCompanyVisits,
  deleteExpiredEmailChanges,
  deleteExpiredSessions,
} from '../features/accounts/index.ts'
import { deleteExpiredBluetoothReports, deleteOldBluetoothEntries } from '../features/bluetooth/index.ts'
import { deleteOldEnrolments } from '../features/central-units/index.ts'
import { deleteEndedCommands } from '../features/commands/index.ts'
import { deleteOldWalks } from '../features/commissioning/index.ts'
import { deleteExpiredInspectorLinks } from '../features/compliance/index.ts'
import { deleteOldReadings, deleteOldSums } from '../features/energy/index.ts'
import { deleteOldParts, deleteOldRevisions } from '../features/lamp-texts/index.ts'
import { deleteInvitationsToRemoved } from '../features/members/index.ts'
import { deleteOldEscalations, deleteOldNotices, deleteOldPushes } from '../features/notices/index.ts'
import { deleteEndedOperations } from '../features/operations/index.ts'
import { deleteFiguresOfRemoved } from '../features/overview/index.ts'
import { eraseDeletedPlants, forgetDeletedPlants } from '../features/plant-archive/index.ts'
import { deleteOldWishes } from '../features/remote-panel/index.ts'
import { deleteOldNames, deleteOldRuns } from '../features/scenes/index.ts'
import { deleteOldWebhookCalls } from '../features/webhooks/index.ts'
import { type History, inBatches } from '../kernel/history.ts'
import { deleteExpiredKeys } from '../kernel/idempotency.store.ts'
import { byMonth } from '../kernel/months.store.ts'
import { deleteOldCauses } from '../kernel/notice-causes.store.ts'
import { deleteOldVisits } from '../kernel/visits.store.ts'

/**
 * What is kept for the time that the operator sets, and what goes once it is over. Whatever is not here is kept for as long as its
 * plant: records, results, tests, logbook, snapshots. docs/operations/retention.md
 */
export const historiesOf = (months: Config['keepMonths'], restoreDays: number): History[] => [
  { name: 'audit', months: months.audit, keep: byMonth({ table: 'audit', column: 'at' }) },
  { name: 'access log', months: months.accessLog, keep: inBatches(deleteOldVisits) },
  { name: 'security log', months: months.securityLog, keep: byMonth({ table: 'security_event', column: 'at' }) },
  { name: 'mail', months: months.mail, keep: byMonth({ table: 'mail', column: 'created_at' }) },
  { name: 'notices', months: months.mail, keep: inBatches(deleteOldNotices) },
  { name: 'pushes', months: months.mail, keep: inBatches(deleteOldPushes) },
  { name: 'calls of webhooks', months: months.mail, keep: inBatches(deleteOldWebhookCalls) },
  { name: 'escalations', months: months.mail, keep: inBatches(deleteOldEscalations) },
  { name: 'causes of notices', months: months.mail, keep: inBatches(deleteOldCauses) },
  { name: 'changes of lamps', months: months.lampHistory, keep: byMonth({ table: 'lamp_change', column: 'at' }) },
  { name: 'telemetry', months: months.telemetry, keep: inBatches(deleteOldReadings) },
  { name: 'energy', months: months.energy, keep: inBatches(deleteOldSums) },
  { name: 'commands', months: months.commands, keep: inBatches(deleteEndedCommands) },
  { name: 'runs of scenes', months: months.commands, keep: inBatches(deleteOldRuns) },
  { name: 'inhibitions', months: months.commands, keep: inBatches(deleteOldWishes) },
  { name: 'names of removed scenes', months: months.commands, keep: inBatches(deleteOldNames) },
  { name: 'operations', months: months.commands, keep: inBatches(deleteEndedOperations) },
  { name: 'Bluetooth logbook', months: months.audit, keep: inBatches(deleteOldBluetoothEntries) },
  { name: 'Bluetooth reports', months: months.mail, keep: inBatches(deleteExpiredBluetoothReports) },
  { name: "inspector's pages", months: months.audit, keep: inBatches(deleteExpiredInspectorLinks) },
  { name: 'walks', months: months.commands, keep: inBatches(deleteOldWalks) },
  { name: 'enrolments', months: months.commands, keep: inBatches(deleteOldEnrolments) },
  { name: 'invitations to removed plants', months: months.mail, keep: inBatches(deleteInvitationsToRemoved) },
  { name: 'sessions', months: null, keep: inBatches(deleteExpiredSessions) },
  { name: 'codes', months: null, keep: inBatches(deleteExpiredCodes) },
  { name: 'idempotency keys', months: null, keep: inBatches(deleteExpiredKeys) },
  { name: 'answered challenges', months: null, keep: inBatches(deleteExpiredChallenges) },
  { name: 'sign-ins by company', months: null, keep: inBatches(deleteExpiredCompanyVisits) },
  { name: 'changes of address', months: null, keep: inBatches(deleteExpiredEmailChanges) },
  { name: 'attempts', months: null, keep: inBatches(deleteExpiredAttempts) },
  { name: 'texts that can be undone', months: null, keep: inBatches(deleteOldRevisions) },
  { name: 'texts in parts', months: null, keep: inBatches(deleteOldParts) },
  { name: 'figures of removed plants', months: null, keep: inBatches(deleteFiguresOfRemoved) },
  { name: 'deleted plants', months: null, keep: eraseDeletedPlants(restoreDays) },
  { name: 'logbooks of deleted plants', months: months.deletedLogbook, keep: forgetDeletedPlants },
]
