import { IconLock } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { pathTo } from '../../site-map.ts'
import { AppLink } from '../navigation.tsx'
import * as styles from './hidden-history.module.css'
import { useCurrentPlant } from './plant.ts'

type HiddenProps = { of: 'tests' | 'entries'; count: number } | { of: 'results' }

/** Announces hidden older history of a Basic plant, and Pro as the way to it; renders nothing when all is visible. */
export function HiddenHistory(props: HiddenProps) {
  const { t } = useTranslation('shared')
  const { plantId, plant } = useCurrentPlant()
  if (props.of === 'results' ? plant.tier !== 'basic' : props.count === 0) return null
  return (
    <p className={styles.hiddenHistory}>
      <IconLock size={16} aria-hidden />
      <span>
        {props.of === 'results' ? t('history.results') : t(`history.${props.of}`, { count: props.count })}{' '}
        <AppLink to={pathTo('plantGeneral', { plantId }, { tab: 'advanced' })}>{t('history.toPro')}</AppLink>
      </span>
    </p>
  )
}
