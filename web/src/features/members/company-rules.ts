import { later } from '../../shared/later.tsx'

/** Rules for people of companies, which few plants have. */
export const CompanyRules = later(async () => (await import('./CompanyRules.tsx')).CompanyRules)
