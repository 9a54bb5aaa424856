import { Select } from '@mantine/core'
import {
  type FloorPlan,
  type PlanPaper as Paper,
  planPapers,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { ReportButton } from '../reports/index.ts'

/** Has the plan made as PDF, as it is saved, on paper of a size. */
export function PlanPaper({ plan }: { plan: FloorPlan }) {
  const { t } = useTranslation('floor-plans')
  const { plantId } = useOpenPlant()
  const language = useLanguage()
  const [paper, setPaper] = useState<Paper>('a4')
  const create = useActionMutation('createFloorPlanReport')
  const choose = (value: string | null) => {
    setPaper(planPapers.find((one) => one === value) ?? 'a4')
    // What was made is of another size.
    create.reset()
  }
  return (
    <section className="vx-plan-paper" aria-label={t('paper')}>
      <Select
        label={t('paper')}
        allowDeselect={false}
        data={planPapers.map((value) => ({ value, label: value.toUpperCase() }))}
        value={paper}
        onChange={choose}
      />
      <ReportButton create={create} onCreate={() => create.mutate({ plantId, planId: plan.id, paper, language })} />
    </section>
  )
}
