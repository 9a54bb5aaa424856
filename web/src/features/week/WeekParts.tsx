import { Button } from '@mantine/core'
import {
  IconBattery2,
  IconCalendarEvent,
  IconCircleCheck,
  IconMail,
  IconSignature,
  IconTool,
  IconUserCheck,
} from '@tabler/icons-react'
import type { Duty, DutyKind } from '@vigilux/contract/features/week/week.ts'
import { useTranslation } from 'react-i18next'
import { useDutyTexts } from './duty-texts.ts'
import * as styles from './week.module.css'

/** The day changes without an event, and events of single plants do not reach a list of plants. */
export const weekRefetchMs = 60_000

const icons = {
  test: IconCalendarEvent,
  repair: IconTool,
  signature: IconSignature,
  battery: IconBattery2,
  invitation: IconMail,
  account: IconUserCheck,
} as const satisfies Record<DutyKind, typeof IconMail>

export function DutyIcon({ kind }: { kind: DutyKind }) {
  const Icon = icons[kind]
  return <Icon size={18} stroke={1.8} aria-hidden />
}

/** Reports an empty week, and names the next duty. */
export function NothingDue({ next, withPlant = false }: { next: Duty | null; withPlant?: boolean }) {
  const { t } = useTranslation('week')
  const { titleOf, whenOf } = useDutyTexts()
  const parts = next ? [titleOf(next), withPlant ? next.plant?.name : undefined, whenOf(next)] : []
  return (
    <p className={styles.dutyNone}>
      <IconCircleCheck size={18} stroke={1.8} aria-hidden />
      <span>
        {t('nothing')} {next ? t('next', { duty: parts.filter(Boolean).join(' · ') }) : t('nothingNext')}
      </span>
    </p>
  )
}

export function WeekFailure({ retry }: { retry: () => void }) {
  const { t } = useTranslation('week')
  return (
    <p className={styles.dutyNone} role="alert">
      <span>{t('failed')}</span>
      <Button variant="subtle" size="compact-sm" onClick={retry}>
        {t('tryAgain')}
      </Button>
    </p>
  )
}
