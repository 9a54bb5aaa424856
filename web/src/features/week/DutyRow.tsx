import { IconChevronRight } from '@tabler/icons-react'
import type { Duty } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { AppLink } from '../../shared/navigation.tsx'
import { dutyPath, useDutyTexts } from './duty-texts.ts'
import { DutyIcon } from './WeekParts.tsx'
import * as styles from './week.module.css'

type DutyRowProps = {
  duty: Duty
  withPlant?: boolean
  /** In a narrow card the day follows the plant, and both wrap. */
  narrow?: boolean
}

/** A duty with its day; leads to where it is done. */
export function DutyRow({ duty, withPlant = false, narrow = false }: DutyRowProps) {
  const { t } = useTranslation('week')
  const { titleOf, whenOf } = useDutyTexts()
  const testNote = duty.test && t(duty.overdue ? 'notStarted' : 'automatic')
  const notes = [withPlant ? duty.plant?.name : undefined, narrow ? whenOf(duty) : testNote].filter(Boolean)
  return (
    <li data-overdue={duty.overdue || undefined} data-narrow={narrow || undefined}>
      <AppLink to={dutyPath({ ...duty, plantId: duty.plant?.id ?? null })}>
        <DutyIcon kind={duty.kind} />
        <span className={styles.dutyText}>
          <b>{titleOf(duty)}</b>
          {narrow ? null : <span className={styles.dutyWhen}>{whenOf(duty, withPlant)}</span>}
          {notes.length > 0 ? <small>{notes.join(' · ')}</small> : null}
        </span>
        <IconChevronRight size={16} aria-hidden />
      </AppLink>
    </li>
  )
}

/** Identifies a duty in a list. */
export const keyOfDuty = ({ kind, plant, day, test }: Duty): string => `${kind} ${plant?.id} ${day} ${test?.kind}`
