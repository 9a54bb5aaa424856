export { keepPlans, startPlanKeeper } from './keep-plans.ts'
export { listTestsToStart } from './planner.store.ts'
