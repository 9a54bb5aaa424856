export { operationNames } from './operations.schema.ts'
export { deleteEndedOperations } from './operations.store.ts'
export { beginOperation, operationListener, type StepDraft } from './run-operations.ts'
export { configurationTold } from './tell-logbook.ts'
