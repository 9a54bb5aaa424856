import { lazy } from '../../shared/lazy.tsx'

/** The rules of a plan in a dialog; its code comes when it is first opened. */
export const PlanSettingsDialog = lazy(async () => (await import('./PlanSettingsDialog.tsx')).WishesDialog)
