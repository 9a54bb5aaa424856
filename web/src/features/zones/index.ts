import { needWords } from '../../shared/i18n/i18n.ts'
import { later } from '../../shared/later.tsx'

export const AssignZoneDialog = later(
  async () => (await Promise.all([import('./AssignZoneDialog.tsx'), needWords('zone')]))[0].AssignZoneDialog,
)
export const ZoneToFill = later(
  async () => (await Promise.all([import('./ZoneToFill.tsx'), needWords('zone')]))[0].ZoneToFill,
  { quiet: true },
)
export { useLampZones } from './use-lamp-zones.ts'
