import { lazy } from '../../shared/lazy.tsx'

export { conditionOfLine, type LineCondition } from './bus-lines/line-state.ts'
export { StartEmergencyDialog } from './start-emergency-dialog.ts'
export { UnitFrame, WithUnit } from './UnitFrame.tsx'
export { UnitSection } from './UnitSection.tsx'
export { UnitState } from './UnitState.tsx'
export { serialOf, stateOfUnit, topicOf } from './unit.ts'
export { frontKeys } from './unit-front.ts'
export { tabPath } from './unit-tabs.ts'
export { type CurrentUnit, useUnitTypes, withPlatformName } from './use-unit.ts'
export { useWhyNotAllowed, useWhyNotBusy, useWhyNotCommand, useWhyNotEntitled } from './why-not.ts'
/** Lines of addressed gear with their bus, and their scans. */
export const LinesView = lazy(async () => (await import('./bus-lines/LinesView.tsx')).LinesView)
/** The name of a unit or of a lamp as the unit stores it. */
export const StoredNameForm = lazy(async () => (await import('./StoredNameForm.tsx')).StoredNameForm)
/** A unit's problems and actions, next to a list or a plan. */
export const UnitPanel = lazy(async () => (await import('./UnitPanel.tsx')).UnitPanel)
/** The unit list, one of the lists on the devices page. */
export const UnitsPage = lazy(async () => (await import('./UnitsPage.tsx')).UnitsPage)
