import { lazy } from '../../shared/lazy.tsx'

/** The dialog that starts tests; its code loads when it is first opened. */
export const StartTest = lazy(async () => (await import('./StartTestDialog.tsx')).StartTestDialog)
