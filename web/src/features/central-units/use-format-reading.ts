import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'

/** Formats a reading with its unit; a missing one is unknown, never 0. */
export function useFormatReading(): (value: number | null | undefined, unit: string) => string {
  const { t } = useTranslation('central-units')
  const { measure } = useFormats()
  return (value, unit) => (typeof value === 'number' ? measure(value, unit) : t('unknown'))
}
