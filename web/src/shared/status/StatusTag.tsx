import { useTranslation } from 'react-i18next'
import { type StateName, styleOf } from './states.ts'
import * as styles from './status.module.css'

/** The 22 px tag: once per row for a plant, or once in a page header. OK is a tick and a grey word, never a box. */
export function StatusTag({ state, label }: { state: StateName; label?: string }) {
  const { t } = useTranslation('shared')
  const { icon: Mark, tone } = styleOf(state)
  return (
    <span className={`${styles.state} ${styles.stateTag}`} data-part="state" data-tone={tone}>
      <Mark size={14} stroke={2} aria-hidden />
      <span>{label ?? t(`state.${state}`)}</span>
    </span>
  )
}

/**
 * Icon and word for tables and lists; `cause` replaces the word ("Battery not holding charge", not "Error"). Screen
 * readers get both, except for an unknown state, whose word already means "nothing reported".
 */
export function StatusInline({ state, cause }: { state: StateName; cause?: string }) {
  const { t } = useTranslation('shared')
  const { icon: Mark, tone } = styleOf(state)
  const stateLabel = t(`state.${state}`)
  return (
    <span className={`${styles.state} ${styles.stateInline}`} data-part="state" data-tone={tone}>
      <Mark size={15} stroke={2} aria-hidden />
      <span>{cause ?? stateLabel}</span>
      {cause && state !== 'unknown' && !cause.includes(stateLabel) ? (
        <span className="vx-hidden"> ({stateLabel})</span>
      ) : null}
    </span>
  )
}
