import { lazy } from '../../shared/lazy.tsx'

/** Rules for people of companies, which few plants have. */
export const CompanyRules = lazy(async () => (await import('./CompanyRules.tsx')).CompanyRules)
