import { lazy } from '../../shared/lazy.tsx'

/** The plan's settings in a dialog; its code loads when it is first opened. */
export const PlanSettingsDialog = lazy(async () => (await import('./PlanSettingsDialog.tsx')).PlanSettingsDialog)
