import { IconClock } from '@tabler/icons-react'
import type { GearDetail } from '@vigilux/contract/features/lamps/gear-detail.ts'
import { useTranslation } from 'react-i18next'
import * as styles from './lamps.module.css'

/** Requested tests not yet begun: neither failed nor done. */
export function PendingTests({ pending }: { pending: GearDetail['pending'] }) {
  const { t } = useTranslation('lamps')
  return (['functional', 'autonomy'] as const).map((kind) => {
    const cause = pending[kind]
    return cause ? (
      <span key={kind} className={styles.pendingTest}>
        <IconClock size={15} aria-hidden /> {t(`gear.pending.${kind}`, { cause: t(`gear.cause.${cause}`) })}
      </span>
    ) : null
  })
}
