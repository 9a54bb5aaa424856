import { lazy } from '../../shared/lazy.tsx'

export { UnitFrame, WithUnit } from './UnitFrame.tsx'
export { UnitSection } from './UnitSection.tsx'
export { UnitState } from './UnitState.tsx'
export { serialOf, stateOfUnit, topicOf } from './unit.ts'
export { frontKeys } from './unit-front.ts'
export { tabPath } from './unit-tabs.ts'
export { type CurrentUnit, useUnitTypes, withPlatformName } from './use-unit.ts'
export { useWhyNotAllowed, useWhyNotBusy, useWhyNotCommand, useWhyNotEntitled } from './why-not.ts'
/** What is wrong with a unit and what can be done, beside a list or a plan. */
export const UnitPanel = lazy(async () => (await import('./UnitPanel.tsx')).UnitPanel)
/** The list of the units is one of several that the page of devices shows. */
export const UnitsPage = lazy(async () => (await import('./UnitsPage.tsx')).UnitsPage)
