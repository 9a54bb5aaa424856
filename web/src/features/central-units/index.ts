export { UnitState } from './UnitState.tsx'
export { UnitsPage } from './UnitsPage.tsx'
export { addressOf, serialOf, stateOfUnit, topicOf } from './unit.ts'
export { useWhyNotAllowed, useWhyNotCommand } from './why-not.ts'
