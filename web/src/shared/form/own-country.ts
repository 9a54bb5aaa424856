import { countryCodes } from '@vigilux/contract/kernel/countries.ts'
import { ownTimeZone, zonesOfCountry } from './TimeZoneSelect.tsx'

/** The country of the browser's time zone, otherwise of its language; empty if neither names one. */
export function ownCountry(): string {
  const ofLanguages = navigator.languages.flatMap((tag) => new Intl.Locale(tag).region ?? [])
  const ofZone = countryCodes.filter((country) => zonesOfCountry(country).includes(ownTimeZone()))
  return (
    ofLanguages.find((country) => ofZone.some((one) => one === country)) ??
    ofZone[0] ??
    ofLanguages.find((country) => countryCodes.some((one) => one === country)) ??
    ''
  )
}
