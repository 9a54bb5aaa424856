import { IconRoute } from '@tabler/icons-react'
import type { Walk } from '@vigilux/contract/features/commissioning/walk.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { serialOf } from '../../shared/plant/unit-topic.ts'
import { pathTo } from '../../site-map.ts'
import * as styles from './commissioning.module.css'

export function WalkLinks({ plantId, walks }: { plantId: string; walks: readonly Walk[] }) {
  const { t } = useTranslation('commissioning')
  return (
    <ul className={styles.walks} data-part="walks" aria-label={t('word.commissioning')}>
      {walks.map(({ id, topic, plan_id, done, total }) => (
        <li key={id}>
          <IconRoute size={18} aria-hidden />
          <span>
            {t('word.commissioning')} ·{' '}
            {topic ? t('word.unitSerial', { serial: serialOf(topic) }) : t(plan_id ? 'onPlan' : 'ofChosen')} ·{' '}
            {t('placed', { done, total })}
          </span>
          <AppLink
            className="vx-finger"
            to={
              plan_id
                ? pathTo('plantMaps', { plantId }, { plan: plan_id, walk: id })
                : pathTo('walk', { plantId, walkId: id })
            }
          >
            {t('goOn')}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}
