import { later } from '../../shared/later.tsx'

/** The dialog that starts tests; its code comes when it is first opened. */
export const StartTest = later(async () => (await import('./StartTestDialog.tsx')).StartTestDialog)
