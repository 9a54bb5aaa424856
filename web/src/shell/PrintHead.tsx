import { useTranslation } from 'react-i18next'
import { useFormats } from '../shared/format/format.ts'
import type { PlantDetails } from '../shared/plant/plant.ts'
import { serverNow } from '../shared/plant/server-clock.ts'
import type { SessionUser } from '../shared/session/session-api.ts'
import { useIsPrinting } from '../shared/use-is-printing.ts'
import * as styles from './frame.module.css'

type PrintHeadProps = { details: PlantDetails; user: SessionUser }

/** The head of a printed plant page: plant, owner, address, moment, and who printed it. */
export function PrintHead({ details: { plant }, user }: PrintHeadProps) {
  const { t } = useTranslation('shell')
  const { full } = useFormats(plant.timezone)
  if (!useIsPrinting()) return null
  const { street, housenumber, cap, city } = plant.address
  return (
    <header className={styles.printHead} data-part="print-head">
      <b>{plant.plantname}</b>
      <span>
        {[plant.owner?.name, `${street} ${housenumber}`.trim(), `${cap} ${city}`.trim()].filter(Boolean).join(', ')}
      </span>
      <span>{t('printed', { at: full(serverNow()), name: user.name || user.email })}</span>
    </header>
  )
}
