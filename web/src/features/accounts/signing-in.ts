import { later } from '../../shared/later.tsx'

/** The parts about signing in, which few visits of a page show. */
export const SigningIn = later(async () => (await import('./SigningIn.tsx')).SigningIn)
export const PasskeySignIn = later(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn)
export const CompanyStep = later(async () => (await import('./CompanyStep.tsx')).CompanyStep)
export const FactorStep = later(async () => (await import('./FactorStep.tsx')).FactorStep)
