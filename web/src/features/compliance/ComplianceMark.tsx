import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { styleOf } from '../../shared/status/states.ts'
import * as statusStyles from '../../shared/status/status.module.css'
import * as styles from './compliance-card.module.css'
import { useHeadline } from './use-headline.ts'

/** State of the plant's compliance in the rail. */
export function ComplianceMark({ found }: { found: Compliance }) {
  const { headline, look } = useHeadline(found)
  const { icon: Icon, tone } = styleOf(look)
  return (
    <span className={`${styles.railMark} ${statusStyles.state}`} data-tone={tone} title={headline}>
      <Icon size={15} stroke={2} aria-hidden />
      <span className="vx-hidden">{headline}</span>
    </span>
  )
}
