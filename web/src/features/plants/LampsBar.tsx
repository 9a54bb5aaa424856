import { conditions } from '@vigilux/contract/features/plants/conditions.ts'
import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { StatusBar } from '../../shared/status/StatusBar.tsx'

/** OK first, then worst first, as in every row of counts. */
function countsOf({ counts }: PlantSummary) {
  return (['ok', ...conditions.filter((name) => name !== 'ok')] as const).map((state) => ({
    state,
    count: counts[state],
  }))
}

export function PlantStatusBar({ plant }: { plant: PlantSummary }) {
  return plant.lamps > 0 ? <StatusBar counts={countsOf(plant)} /> : null
}

/** Number of lamps, number that are not OK, and proportions. */
export function LampsBar({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('plants')
  const { number } = useFormats()
  const lampsNotOk = plant.lamps - plant.counts.ok
  return (
    <span className="vx-lamps">
      <span className="vx-lamps-words">
        <b>{number(plant.lamps)}</b>
        {lampsNotOk > 0 ? <span>{t('notOk', { count: lampsNotOk, number: number(lampsNotOk) })}</span> : null}
      </span>
      <PlantStatusBar plant={plant} />
    </span>
  )
}
