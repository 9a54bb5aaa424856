import type { EndOfLifeRange } from '@vigilux/contract/features/batteries/battery-outlook.ts'
import { useTranslation } from 'react-i18next'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { formatLocale } from '../../shared/i18n/languages.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'

/** "Jul 2028": the end of a battery is never given as a day. */
export function useMonthLabel(): (at: string) => string {
  const locale = formatLocale(useLanguage())
  const { timezone } = useCurrentPlant().plant
  const format = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: timezone })
  return (at) => format.format(new Date(at))
}

const dayMs = 86_400_000

/** "Jan – Jun 2027": whole months, of which `until` is the end. */
export function useMonthRange(): (from: string, until: string) => string {
  const locale = formatLocale(useLanguage())
  const { timezone } = useCurrentPlant().plant
  const format = new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: timezone })
  return (from, until) => format.formatRange(new Date(from), new Date(Date.parse(until) - dayMs))
}

/** The expected end of batteries in words: when about half of them end, and the range for nine of ten. */
export function useEndTexts(): (ends: EndOfLifeRange) => { about: string; between: string } {
  const { t } = useTranslation('batteries')
  const month = useMonthLabel()
  return ({ first, middle, last }) => ({
    about: middle ? t('ends.about', { month: month(middle) }) : t('ends.farAhead'),
    between:
      first && last
        ? t('ends.between', { first: month(first), last: month(last) })
        : first
          ? t('ends.after', { first: month(first) })
          : '',
  })
}
