export { beginOperation, operationListener, type StepDraft } from './run-operations.ts'
