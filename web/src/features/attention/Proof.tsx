import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { formatsFor, useFormats } from '../../shared/format/format.ts'
import { browserTimeZone, todayIn } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'

/** Evidence that the rest is fine: how many devices report, and when they are tested next. */
export function Proof({ answer }: { answer: ActionOutput<'getAttention'> }) {
  const { t } = useTranslation('attention')
  const { number } = useFormats()
  const { plants, plantsOpen, units, lamps } = answer
  if (plants === 0) return null
  return (
    <p className="vx-attention-proof">
      <IconCircleCheck size={18} aria-hidden />
      <span>{t('proof.quiet', { count: plants - plantsOpen, number: number(plants - plantsOpen) })}</span>
      <span>
        {t('proof.answer', { connected: number(units.connected), total: number(units.total), lamps: number(lamps) })}
      </span>
      <AnswerBoundary quiet>
        <NextTest />
      </AnswerBoundary>
    </p>
  )
}

type Calendar = ActionOutput<'getTestCalendar'>

/** The earliest planned test of all plants; undefined when none is known. */
function findNextTest({ planned, plants }: Calendar, now: number) {
  const next = planned
    .flatMap(({ plant_id, dates }) => dates.map(({ at }) => ({ plant_id, at })))
    .filter(({ at }) => Date.parse(at) > now)
    .reduce<{ plant_id: string; at: string } | undefined>(
      (first, one) => (first && first.at <= one.at ? first : one),
      undefined,
    )
  const plant = plants.find(({ plant_id }) => plant_id === next?.plant_id)
  return next && plant && { at: next.at, plant }
}

function NextTest() {
  const { t } = useTranslation('attention')
  const language = useLanguage()
  const next = findNextTest(
    useAnswer('getTestCalendar', { year: Number(todayIn(browserTimeZone).slice(0, 4)) }),
    Date.now(),
  )
  if (!next) return null
  const { dateTime } = formatsFor(language, next.plant.timezone)
  return <span>{t('proof.next', { time: dateTime(next.at), plant: next.plant.plantname })}</span>
}
