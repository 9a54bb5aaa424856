import { loadTextBundles } from '../../shared/i18n/i18n.ts'
import { lazy } from '../../shared/lazy.tsx'

export const AssignZoneDialog = lazy(
  async () => (await Promise.all([import('./AssignZoneDialog.tsx'), loadTextBundles('zone')]))[0].AssignZoneDialog,
)
export const ZoneToFill = lazy(
  async () => (await Promise.all([import('./AddLampsToZone.tsx'), loadTextBundles('zone')]))[0].AddLampsToZone,
  { quiet: true },
)
export { useLampZones } from './use-lamp-zones.ts'
