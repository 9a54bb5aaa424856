import type { Compliance } from '@vigilux/contract/features/compliance/compliance.ts'
import { useTranslation } from 'react-i18next'
import { styleOf } from '../../shared/status/states.ts'
import * as styles from './compliance.module.css'
import { useHeadline } from './use-headline.ts'

/** The verdict as a sentence, and the number of other met rules; `rulesOnly` where the present danger is separate. */
export function Verdict({ found, rulesOnly = false }: { found: Compliance; rulesOnly?: boolean }) {
  const { t } = useTranslation('compliance')
  const { headline, rules, look } = useHeadline(found)
  const { state, met } = found.verdict
  const { icon: Mark, tone } = styleOf(look)
  return (
    <div className={styles.verdict} data-tone={tone}>
      <Mark size={26} stroke={2} aria-hidden color="var(--tone-text)" />
      <div>
        <h2>{rulesOnly ? rules : headline}</h2>
        {state === 'met' || met === 0 ? null : <p className="vx-quiet">{t('headline.rest', { n: met })}</p>}
      </div>
    </div>
  )
}
