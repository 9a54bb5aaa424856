import { ActionIcon, Tooltip } from '@mantine/core'
import { IconBell } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../shared/feedback/AnswerBoundary.tsx'
import { lazy } from '../shared/lazy.tsx'
import { AppLink } from '../shared/navigation.tsx'
import { pathTo } from '../site-map.ts'
import * as styles from './frame.module.css'

const AttentionCount = lazy(async () => (await import('../features/attention/index.ts')).AttentionCount, {
  quiet: true,
})

/** Opens what needs attention in all plants, with the number of causes. */
export function AttentionBell() {
  const { t } = useTranslation('shell')
  const label = t('menu.attention')
  return (
    <Tooltip label={label}>
      <ActionIcon component={AppLink} to={pathTo('attention')} className={styles.bell} size={34} c="var(--vx-text-2)">
        <IconBell size={18} aria-hidden />
        <span className="vx-hidden">{label} </span>
        <AnswerBoundary quiet>
          <AttentionCount />
        </AnswerBoundary>
      </ActionIcon>
    </Tooltip>
  )
}
