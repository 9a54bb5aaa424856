import { lazy } from '../../shared/lazy.tsx'

/** The sign-in section, which few visits to a page show. */
export const SigningIn = lazy(async () => (await import('./SigningIn.tsx')).SigningIn)
export const PasskeySignIn = lazy(async () => (await import('./PasskeySignIn.tsx')).PasskeySignIn)
export const CompanyStep = lazy(async () => (await import('./CompanyStep.tsx')).CompanyStep)
export const FactorStep = lazy(async () => (await import('./FactorStep.tsx')).FactorStep)
