export { keepPlans, startPlanKeeper } from './keep-plans.ts'
export { listKeptTests } from './planner.store.ts'
