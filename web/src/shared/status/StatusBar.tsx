import { useTranslation } from 'react-i18next'
import { type StateName, styleOf } from './states.ts'
import * as styles from './status.module.css'

export type StateCount = { state: StateName; count: number }

/** Proportions of states, always next to the number. `waiting` is the part of a running test not reached yet. */
export function StatusBar({ counts, waiting = 0 }: { counts: readonly StateCount[]; waiting?: number }) {
  const { t } = useTranslation('shared')
  const shown = counts.filter((entry) => entry.count > 0)
  const sentence = shown.map(({ state, count }) => `${t(`state.${state}`)}: ${count}`).join(', ')
  return (
    <div className={styles.stateBar} role="img" aria-label={sentence}>
      {shown.map(({ state, count }) => (
        <span
          key={state}
          className={styles.stateSegment}
          data-tone={styleOf(state).tone}
          style={{ flexGrow: count }}
          title={`${t(`state.${state}`)}: ${count}`}
        />
      ))}
      {waiting > 0 ? <span className={styles.stateSegment} style={{ flexGrow: waiting }} /> : null}
    </div>
  )
}
