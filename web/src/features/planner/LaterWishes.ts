import { later } from '../../shared/later.tsx'

/** The rules of a plan in a dialog; its code comes when it is first opened. */
export const WishesDialog = later(async () => (await import('./WishesDialog.tsx')).WishesDialog)
