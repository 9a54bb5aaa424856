import { lazy } from '../../shared/lazy.tsx'

/** The warning before emergency mode, with reason and confirmation. */
export const StartEmergencyDialog = lazy(async () => (await import('./StartEmergencyForm.tsx')).StartEmergencyForm)
