import { lampNumber } from '@vigilux/contract/features/lamps/lamp-number.ts'
import { useTranslation } from 'react-i18next'
import { useFormats } from '../../shared/format/format.ts'
import { type AskedLevel, arrived, type LevelsNow } from './levels-now.ts'
import { useMoving } from './use-moving.ts'

/** Lamps that are named one by one; of more there is the number. */
const mostNamed = 5

/** How far lamps are with what was asked for, as their units report it, and which of them do not follow now. */
export function LevelProgress({
  now,
  asked,
  notAsked,
}: {
  now: LevelsNow
  asked: AskedLevel | undefined
  /** Serials of units that were not asked. */
  notAsked: readonly string[]
}) {
  const { t } = useTranslation('light-levels')
  const { percent } = useFormats()
  const moving = useMoving(now.mean)
  const level = typeof asked?.level === 'number' ? asked.level : undefined
  const there = level === undefined ? 0 : arrived(now, level)
  const isReached = level !== undefined && now.free.length > 0 && there === now.free.length
  const said = () => {
    if (level === undefined) return moving ? t('onTheWay') : undefined
    if (isReached) return t('reached', { level: percent(level) })
    return `${t('asked', { level: percent(level) })} · ${t('arrived', { count: now.free.length, there })}`
  }
  return (
    <div className="vx-levels-foot">
      <p role="status" data-reached={isReached || undefined}>
        {said()}
      </p>
      {notAsked.length > 0 ? <p>{t('notAsked', { count: notAsked.length, units: notAsked.join(', ') })}</p> : null}
      {[...now.held].map(([reason, lamps]) => (
        <p key={reason}>
          {t(`held.${reason}`, { count: lamps.length })}
          {lamps.length <= mostNamed ? `: ${lamps.map(({ id }) => lampNumber(id)).join(', ')}` : null}
        </p>
      ))}
    </div>
  )
}
