export { keepPlans, startPlanKeeper } from './keep-plans.ts'
export { listNextToStart, listTestsToStart } from './open-tests.store.ts'
export { plannerNames } from './planner.schema.ts'
export { findPlanEnd } from './planner.store.ts'
