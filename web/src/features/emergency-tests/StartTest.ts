import { lazy } from '../../shared/lazy.tsx'

export const StartTest = lazy(async () => (await import('./StartTestDialog.tsx')).StartTestDialog)
