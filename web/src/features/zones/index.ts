import { later } from '../../shared/later.tsx'

export const AssignZoneDialog = later(async () => (await import('./AssignZoneDialog.tsx')).AssignZoneDialog)
export { useLampZones } from './use-lamp-zones.ts'
export { ZoneToFill } from './ZoneToFill.tsx'
