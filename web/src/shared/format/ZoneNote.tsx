import { useTranslation } from 'react-i18next'
import { useFormats } from './format.ts'

/** Names the zone of times of day without a date, when the reader's clock shows another time. */
export function ZoneNote({ timeZone }: { timeZone: string }) {
  const { t } = useTranslation('shared')
  const zone = useFormats(timeZone).foreignZone()
  return zone ? <p className="vx-quiet">{t('date.inZone', { zone })}</p> : null
}
