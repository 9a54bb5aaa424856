import { Select, type SelectProps } from '@mantine/core'

const knownZones = Intl.supportedValuesOf('timeZone')

/** IANA time zones; a zone missing in this browser's list stays selectable. */
export function TimeZoneSelect(props: Omit<SelectProps, 'data'>) {
  const data = props.value && !knownZones.includes(props.value) ? [props.value, ...knownZones] : knownZones
  return <Select searchable autoComplete="off" limit={60} {...props} data={data} />
}

export function ownTimeZone(): string {
  return Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** Empty if the browser does not know. */
export function zonesOfCountry(country: string): readonly string[] {
  if (!/^[A-Z]{2}$/.test(country)) return []
  const locale = new Intl.Locale(`und-${country}`) as Intl.Locale & { getTimeZones?: () => string[] | undefined }
  return locale.getTimeZones?.() ?? []
}

/** The reader's own zone if the country has it, otherwise its first; undefined if the browser does not know. */
export function zoneOfCountry(country: string): string | undefined {
  const zones = zonesOfCountry(country)
  return zones.includes(ownTimeZone()) ? ownTimeZone() : zones[0]
}
