import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { type CurrentLevels, countArrived, type RequestedLevel } from './current-levels.ts'
import * as styles from './light-levels.module.css'

/** Units report a fade every second; a level unchanged for this long is settled. */
const settledMs = 3_000

/** Whether a number has changed within the last seconds. */
function useIsChanging(value: number | null): boolean {
  const previousValue = useRef(value)
  const [isChanging, setChanging] = useState(false)
  useEffect(() => {
    const hasChanged = previousValue.current !== null && value !== null && previousValue.current !== value
    previousValue.current = value
    if (!hasChanged) return
    setChanging(true)
    const settleTimer = setTimeout(() => setChanging(false), settledMs)
    return () => clearTimeout(settleTimer)
  }, [value])
  return isChanging
}

/** Maximum number of named lamps; more are counted. */
const maxNamed = 5

/** Progress of a requested level from the units' reports, and the lamps not following it. */
export function LevelProgress({
  now,
  asked: requestedLevel,
  notAsked,
}: {
  now: CurrentLevels
  asked: RequestedLevel | undefined
  /** Serials of skipped units. */
  notAsked: readonly string[]
}) {
  const { t } = useTranslation('light-levels')
  const { percent } = useFormats()
  const isChanging = useIsChanging(now.mean)
  const level = typeof requestedLevel?.level === 'number' ? requestedLevel.level : undefined
  const arrivedCount = level === undefined ? 0 : countArrived(now, level)
  const isReached = level !== undefined && now.free.length > 0 && arrivedCount === now.free.length
  const stateText = () => {
    if (level === undefined) return isChanging ? t('onTheWay') : undefined
    if (isReached) return t('reached', { level: percent(level) })
    return `${t('asked', { level: percent(level) })} · ${t('arrived', { count: now.free.length, there: arrivedCount })}`
  }
  return (
    <div className={styles.levelsFoot}>
      <p role="status" data-reached={isReached || undefined}>
        {stateText()}
      </p>
      {notAsked.length > 0 ? <p>{t('notAsked', { count: notAsked.length, units: notAsked.join(', ') })}</p> : null}
      {[...now.held].map(([reason, lamps]) => (
        <p key={reason}>
          {t(`held.${reason}`, { count: lamps.length })}
          {lamps.length <= maxNamed ? `: ${lamps.map(({ id }) => lampNumber(id)).join(', ')}` : null}
        </p>
      ))}
    </div>
  )
}
