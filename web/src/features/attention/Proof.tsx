import { IconCircleCheck } from '@tabler/icons-react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { formatsFor, useFormats } from '../../shared/format/format.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import * as styles from './attention.module.css'

/** Evidence for the healthy rest: number of reporting devices, and their next tests. */
export function Proof({ answer }: { answer: ActionOutput<'getAttention'> }) {
  const { t } = useTranslation('attention')
  const { number } = useFormats()
  const { plants, plantsOpen, units, lamps } = answer
  if (plants === 0) return null
  return (
    <p className={styles.attentionProof}>
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

function NextTest() {
  const { t } = useTranslation('attention')
  const language = useLanguage()
  const { test } = useAnswer('getFirstTest', {})
  if (!test) return null
  const { dateTime } = formatsFor(language, test.timezone)
  return <span>{t('proof.next', { time: dateTime(test.at), plant: test.plantname })}</span>
}
