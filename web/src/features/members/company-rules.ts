import { lazy } from '../../shared/lazy.tsx'

/** Company rules, which few plants have. */
export const CompanyRules = lazy(async () => (await import('./CompanyRules.tsx')).CompanyRules)
