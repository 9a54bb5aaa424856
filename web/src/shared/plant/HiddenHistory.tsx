import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { AppLink } from '../navigation.tsx'
import { useCurrentPlant } from './plant.ts'
import './hidden-history.css'

type HiddenProps = { of: 'tests' | 'entries'; count: number } | { of: 'results' }

/** Says that a Basic plant hides older history, and that Pro shows it; renders nothing when all is visible. */
export function HiddenHistory(hidden: HiddenProps) {
  const { t } = useTranslation('shared')
  const { plantId, plant } = useCurrentPlant()
  if (hidden.of === 'results' ? plant.tier !== 'basic' : hidden.count === 0) return null
  return (
    <p className="vx-hidden-history">
      <IconLock size={16} aria-hidden />
      <span>
        {hidden.of === 'results' ? t('history.results') : t(`history.${hidden.of}`, { count: hidden.count })}{' '}
        <AppLink to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>{t('history.toPro')}</AppLink>
      </span>
    </p>
  )
}
