import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'

/** Minutes that a zone is ahead of UTC at an instant. */
export function zoneOffset(timeZone: string, at: Date): number {
  const parts = new Intl.DateTimeFormat('en', { timeZone, timeZoneName: 'longOffset' }).formatToParts(at)
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value ?? ''
  const [, sign, hours = '0', minutes = '0'] = /GMT([+-])(\d\d):(\d\d)/.exec(name) ?? []
  return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
}

/** What is wrong with a unit's clock, if anything: another zone than the plant's, or an error that the platform does not tolerate. */
export function clockTrouble(
  unit: Pick<CentralUnit, 'cu_utc_offset' | 'findings'>,
  timeZone: string,
  now = new Date(),
): 'zone' | 'drift' | undefined {
  if (unit.cu_utc_offset !== null && unit.cu_utc_offset !== zoneOffset(timeZone, now)) return 'zone'
  return unit.findings.includes('clock_wrong') ? 'drift' : undefined
}
