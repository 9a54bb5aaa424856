import { Input, SegmentedControl } from '@mantine/core'
import { maxTokenDays } from '@vigilux/contract/features/access-tokens/access-token.ts'
import { type FocusEvent, type ReactNode, useId, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { DateField } from '../../shared/form/DateField.tsx'
import { addDays } from '../../shared/format/date-text.ts'
import { useFormats } from '../../shared/format/format.ts'
import { todayIn } from '../../shared/format/wall-time.ts'
import * as styles from './access-tokens.module.css'

const dayMs = 86_400_000
const periods = ['30', '365', '730'] as const

type TokenDaysProps = {
  timeZone: string
  /** Days from now; 0 while no date is entered. */
  value: number
  onChange: (days: number) => void
  onBlur?: (event: FocusEvent) => void
  error?: ReactNode
}

/** For how long a token is valid: one of three periods, or until a date. */
export function TokenDays({ timeZone, value, onChange, onBlur, error }: TokenDaysProps) {
  const { t } = useTranslation('access-tokens')
  const { day } = useFormats(timeZone)
  const [wantsDate, setWantsDate] = useState(false)
  const labelId = useId()
  const today = todayIn(timeZone)
  const period = wantsDate ? undefined : periods.find((days) => days === String(value))
  const choose = (choice: string) => {
    setWantsDate(choice === 'date')
    if (choice !== 'date') onChange(Number(choice))
  }
  return (
    <div className={styles.tokenDays}>
      <Input.Label id={labelId}>{t('field.days')}</Input.Label>
      <SegmentedControl
        fullWidth
        aria-labelledby={labelId}
        value={period ?? 'date'}
        data={[...periods, 'date' as const].map((choice) => ({ value: choice, label: t(`period.${choice}`) }))}
        onChange={choose}
      />
      {period ? null : (
        <DateField
          aria-label={t('word.lastDay')}
          required
          value={value === 0 ? '' : addDays(today, value)}
          onChange={(chosenDay) => onChange(chosenDay === '' ? 0 : daysBetween(today, chosenDay))}
          onBlur={onBlur}
          error={
            error
              ? t('field.lastDayWrong', { from: day(addDays(today, 1)), until: day(addDays(today, maxTokenDays)) })
              : undefined
          }
        />
      )}
      <p className="vx-quiet" role="status">
        {value >= 1 && value <= maxTokenDays
          ? t('field.until', { date: day(Date.now() + value * dayMs) })
          : t('field.longest')}
      </p>
    </div>
  )
}

const daysBetween = (from: string, until: string): number => Math.round((Date.parse(until) - Date.parse(from)) / dayMs)
