import { attachmentNames } from '../features/attachments/index.ts'
import { bluetoothNames } from '../features/bluetooth/index.ts'
import { commandNames } from '../features/commands/index.ts'
import { commissioningNames } from '../features/commissioning/index.ts'
import { complianceNames } from '../features/compliance/index.ts'
import { testNames } from '../features/emergency-tests/index.ts'
import { handoverNames } from '../features/handover/index.ts'
import { lampTextNames } from '../features/lamp-labels/index.ts'
import { lampNames } from '../features/lamps/index.ts'
import { eraseFromLogbooks } from '../features/logbook/index.ts'
import { eraseMails } from '../features/mails/index.ts'
import { roundNames } from '../features/maintenance-rounds/index.ts'
import { eraseFromInvitations } from '../features/members/index.ts'
import { operationNames } from '../features/operations/index.ts'
import { plannerNames } from '../features/planner/index.ts'
import { proCodeNames } from '../features/pro-codes/index.ts'
import { remotePanelNames } from '../features/remote-panel/index.ts'
import { sceneNames } from '../features/scenes/index.ts'
import { snapshotNames } from '../features/snapshots/index.ts'
import { eraseFromAudit } from '../kernel/audit.store.ts'
import { eraseKeys } from '../kernel/idempotency.store.ts'
import { officeVisitNames } from '../kernel/office-visits.schema.ts'
import { type PersonEraser, type PersonNameColumn, pseudonymizePerson } from '../kernel/pseudonymize-person.store.ts'
import { removerNames } from '../tables/plants.schema.ts'

/** Every column with the name of a person as it was at the time. */
export const namePlaces: readonly PersonNameColumn[] = [
  ...attachmentNames,
  ...bluetoothNames,
  ...commandNames,
  ...commissioningNames,
  ...complianceNames,
  ...testNames,
  ...handoverNames,
  ...lampTextNames,
  ...lampNames,
  ...operationNames,
  ...plannerNames,
  ...proCodeNames,
  ...removerNames,
  ...remotePanelNames,
  ...officeVisitNames,
  ...roundNames,
  ...sceneNames,
  ...snapshotNames,
]

/** All steps of removing an erased person's name. */
export const personErasers: readonly PersonEraser[] = [
  eraseFromLogbooks,
  eraseFromInvitations,
  eraseMails,
  eraseFromAudit,
  eraseKeys,
  ...namePlaces.map(
    (place): PersonEraser =>
      (tx, pseudonymization) =>
        pseudonymizePerson(tx, place, pseudonymization),
  ),
]
