import type { ActionName } from '@vigilux/contract/actions.ts'
import type { Outcome } from '../server/src/testing/outcomes.ts'

export type Pending = Partial<Record<ActionName, readonly Outcome[]>>

/** Outcomes not yet exercised by a test. An exercised outcome must be removed: the list only shrinks. */
export const pendingRefusals: Pending = {
  enrollCu: ['UNIT_BUSY', 'COMMAND_UNKNOWN'],
  deEnrollCu: ['UNIT_BUSY', 'COMMAND_UNKNOWN'],
  removeCu: ['UNIT_BUSY'],
  substituteCu: ['UNIT_BUSY'],
  replacedCu: ['UNIT_NOT_FOUND', 'UNIT_BUSY'],
  restoreSnapshot: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'],
  continueOperation: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'UNIT_BUSY', 'COMMAND_UNKNOWN'],
  continueBundle: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'],
  undoOperation: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'UNIT_BUSY', 'COMMAND_UNKNOWN'],
  createReport: ['FILE_QUOTA_EXCEEDED'],
  downloadReport: ['FILE_NOT_FOUND'],
  stopTest: ['UNIT_NOT_FOUND', 'UNIT_NOT_ACQUIRED', 'COMMAND_UNKNOWN'],
}
