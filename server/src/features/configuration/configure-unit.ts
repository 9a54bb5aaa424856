import type { PositionChange } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { ConfigurationRequest } from '@vigilux/contract/features/configuration/configuration.ts'
import type { OperationKind } from '@vigilux/contract/features/operations/operation.ts'
import type { StepDraft } from '../operations/index.ts'
import { deleteSteps, modeFrame, substituteSteps, waitForSearchStep, writeSteps } from './configuration-steps.ts'

const kinds: Record<ConfigurationRequest['mode'], OperationKind> = {
  newAcquisition: 'newAcquisition',
  append: 'appendLamps',
  appendSerials: 'appendSerials',
  overwriteSerials: 'overwriteSerials',
  delete: 'deleteLamps',
  substitute: 'substituteLamps',
}

const workStepsOf = (request: ConfigurationRequest, changes: readonly PositionChange[]): StepDraft[] => {
  switch (request.mode) {
    case 'newAcquisition': {
      const command = { name: 'createNetwork', plantCode: request.plant_code ?? null } as const
      return [{ role: 'work', command, undo: null, lamps: [] }, waitForSearchStep]
    }
    case 'append':
      return [waitForSearchStep]
    case 'appendSerials':
    case 'overwriteSerials':
      return writeSteps(changes)
    case 'delete':
      return deleteSteps(changes)
    case 'substitute':
      return substituteSteps(changes)
    default:
      return request satisfies never
  }
}

const modes = {
  newAcquisition: 'newAcquisition',
  append: 'append',
  appendSerials: 'manual',
  overwriteSerials: 'manual',
  delete: 'delete',
  substitute: 'substitute',
} as const

/** The steps of a configuration: enter its mode, write page by page, leave the mode. */
export const configurationSteps = (
  request: ConfigurationRequest,
  changes: readonly PositionChange[],
): { kind: OperationKind; steps: StepDraft[] } => {
  const { open, close } = modeFrame(modes[request.mode])
  return { kind: kinds[request.mode], steps: [open, ...workStepsOf(request, changes), close] }
}
