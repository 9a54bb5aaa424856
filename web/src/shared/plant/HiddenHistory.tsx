import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { AppLink } from '../navigation.tsx'
import { useCurrentPlant } from './plant.ts'
import './hidden-history.css'

type HiddenProps = { of: 'tests' | 'entries'; count: number } | { of: 'results' }

/** Says that a Basic plant hides older history, and that Pro shows it; renders nothing when all is visible. */
export function HiddenHistory(props: HiddenProps) {
  const { t } = useTranslation('shared')
  const { plantId, plant } = useCurrentPlant()
  if (props.of === 'results' ? plant.tier !== 'basic' : props.count === 0) return null
  return (
    <p className="vx-hidden-history">
      <IconLock size={16} aria-hidden />
      <span>
        {props.of === 'results' ? t('history.results') : t(`history.${props.of}`, { count: props.count })}{' '}
        <AppLink to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>{t('history.toPro')}</AppLink>
      </span>
    </p>
  )
}
