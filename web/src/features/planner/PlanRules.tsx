import { Button } from '@mantine/core'
import type { PlanSettings } from '@vigilux/contract/features/planner/plan-settings.ts'
import type { TestPlan } from '@vigilux/contract/features/planner/test-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useFormats } from '../../shared/format/format.ts'
import { Card, Facts } from '../../shared/layout/PageHeader.tsx'
import { useWhyNotAllowed } from '../central-units/index.ts'
import { PlanSettingsDialog } from './LazyPlanSettingsDialog.ts'
import { useWeekdays } from './plan-texts.ts'

/** Consecutive days with the same hours as one line: "Mon–Fri 07:00–19:00". */
function useHours({ hoursOfUse }: PlanSettings): string[] {
  const days = useWeekdays('short')
  const lines: { from: number; until: number; hours: string }[] = []
  for (const [n, dayHours] of hoursOfUse.entries()) {
    const hours = dayHours ? `${dayHours.opens}–${dayHours.closes}` : ''
    const last = lines.at(-1)
    if (last?.hours === hours) last.until = n
    else lines.push({ from: n, until: n, hours })
  }
  return lines
    .filter(({ hours }) => hours !== '')
    .map(({ from, until, hours }) => `${days[from]}${until > from ? `–${days[until]}` : ''} ${hours}`)
}

type RulesProps = { answer: ActionOutput<'getTestPlan'>; plan: TestPlan | null; propose: () => void }

/** The rules of a plant's plan; without a plan those that it will keep. */
export function PlanRules({ answer, plan, propose }: RulesProps) {
  const { t } = useTranslation('planner')
  const { number } = useFormats()
  const [open, setOpen] = useState(false)
  const blockedReason = useWhyNotAllowed()
  const hours = useHours(answer.settings)
  const change = (
    <Button variant="subtle" size="compact-sm" onClick={() => setOpen(true)}>
      {t('rules.change')}
    </Button>
  )
  return (
    <Card title={t('rules.title')} aside={blockedReason ? null : change}>
      <Facts
        entries={[
          ...(plan ? ([[t('rules.alwaysOpen'), plan.alwaysOpen ? t('rules.alternate') : t('word.no')]] as const) : []),
          [t('rules.hours'), hours.length > 0 ? hours.join(', ') : t('rules.hoursNone')],
          ...(plan
            ? ([
                [t('rules.holidays'), t('rules.holidaysCount', { days: number(plan.keptFree.length) })],
                [t('rules.recharge'), t('rules.rechargeHours', { hours: plan.chargeHours })],
              ] as const)
            : []),
          [t('rules.ready'), t('rules.readyShare', { share: answer.settings.ready })],
        ]}
      />
      {open ? <PlanSettingsDialog answer={answer} onClose={() => setOpen(false)} onSaved={propose} /> : null}
    </Card>
  )
}
