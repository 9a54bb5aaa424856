import * as styles from './maintenance-rounds.module.css'

/** Maximum number of distinguishable parts on a phone. */
const maxParts = 12

/** Progress of a round: a part per fault, or a single bar when there are too many. */
export function RoundBar({ total, done }: { total: number; done: number }) {
  if (total === 0) return null
  const parts = total <= maxParts ? total : 1
  return (
    <span className={styles.roundBar} aria-hidden>
      {Array.from({ length: parts }, (_, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the parts are all alike and never move
        <i key={at}>
          <i style={{ inlineSize: `${100 * Math.max(0, Math.min(1, (done * parts) / total - at))}%` }} />
        </i>
      ))}
    </span>
  )
}
