import type { PlantSummary } from '@vigilux/contract/features/plants/plant.ts'
import { useTranslation } from 'react-i18next'
import { formatAttention } from './attention.ts'

const shown = 2

/** The worst causes in words, and the number of others. */
export function AttentionText({ plant }: { plant: PlantSummary }) {
  const { t } = useTranslation('plants')
  const causes = formatAttention(plant.attention, t)
  if (causes.length === 0)
    return (
      <span className="vx-nothing">{plant.units.total === 0 ? t('attention.noUnits') : t('attention.nothing')}</span>
    )
  const moreCauses = causes.length - shown
  return (
    <span className="vx-causes" title={causes.join('\n')}>
      {causes.slice(0, shown).join('; ')}
      {moreCauses > 0 ? ` ${t('attention.more', { count: moreCauses })}` : ''}
    </span>
  )
}
