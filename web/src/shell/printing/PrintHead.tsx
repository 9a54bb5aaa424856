import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { actionQuery } from '../../shared/api/use-action.ts'
import { useFormats } from '../../shared/format/format.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { serverNow } from '../../shared/plant/server-clock.ts'
import type { SessionUser } from '../../shared/session/session-api.ts'
import { useIsPrinting } from '../../shared/use-is-printing.ts'
import * as styles from './printing.module.css'
import { usePageFoot } from './use-page-foot.ts'

type PrintHeadProps = { details: PlantDetails; user: SessionUser }

const refreshMs = 600_000

/** Read while the page is shown: the browser lays out paper without waiting. Its own key spares a read per entry. */
const usePrintedLogbook = (plantId: string) =>
  useQuery({
    ...actionQuery('getLogbookState', { plantId }),
    queryKey: ['printedLogbook', plantId],
    staleTime: refreshMs,
    refetchInterval: refreshMs,
  }).data

/** Head and foot of a printed plant page. */
export function PrintHead({ details: { plant }, user }: PrintHeadProps) {
  const { t } = useTranslation('printing')
  const { full, number } = useFormats(plant.timezone)
  const isPrinting = useIsPrinting()
  const at = full(serverNow())
  const { plant_id: id } = plant
  const logbook = usePrintedLogbook(id)
  const entry = logbook?.head.no ?? 0
  usePageFoot(
    isPrinting
      ? {
          left: t('printed', { at, name: user.name || user.email }),
          center: entry > 0 ? t('plantEntry', { id, no: number(entry) }) : t('plant', { id }),
          page: t('page', { n: '{n}', m: '{m}' }),
        }
      : undefined,
  )
  if (!isPrinting) return null
  const { street, housenumber, cap, city } = plant.address
  return (
    <header className={styles.printHead} data-part="print-head">
      <b>{plant.plantname}</b>
      <span>{t('asOf', { at })}</span>
      <span>
        {[plant.owner?.name, `${street} ${housenumber}`.trim(), `${cap} ${city}`.trim()].filter(Boolean).join(', ')}
      </span>
      {logbook ? (
        <span>{logbook.responsible ? t('responsible', { name: logbook.responsible }) : t('noResponsible')}</span>
      ) : null}
    </header>
  )
}
