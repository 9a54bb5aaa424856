import { Button, Select } from '@mantine/core'
import { IconFileSpreadsheet } from '@tabler/icons-react'
import { createFileName } from '@vigilux/contract/features/files/file.rules.ts'
import {
  type FloorPlan,
  type PaperSize as Paper,
  paperSizeNames,
} from '@vigilux/contract/features/floor-plans/floor-plan.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { todayIn } from '../../shared/format/wall-time.ts'
import { useLanguage } from '../../shared/i18n/i18n.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { download } from '../../shared/table/csv.ts'
import { ReportButton } from '../reports/index.ts'
import type { Places } from './draft.ts'
import * as styles from './floor-plans.module.css'
import { createPositionsCsv } from './positions.ts'
import type { PlanDevices } from './use-plan-devices.ts'

type PlanPdfProps = {
  plan: FloorPlan
  devices: PlanDevices
  /** The shown places, with unsaved changes while the person edits. */
  places: Places
  isUnsaved: boolean
}

/** Orders the saved plan as PDF in a paper size, and exports the shown positions as a file. */
export function PlanPdf({ plan, devices, places, isUnsaved }: PlanPdfProps) {
  const { t } = useTranslation('floor-plans')
  const { plantId, plant } = useCurrentPlant()
  const language = useLanguage()
  const [paper, setPaper] = useState<Paper>('a4')
  const create = useActionMutation('createFloorPlanReport')
  const changePaper = (value: string | null) => {
    setPaper(paperSizeNames.find((one) => one === value) ?? 'a4')
    // The finished PDF has another paper size.
    create.reset()
  }
  const savePositions = () => {
    const headers = {
      unit: t('positions.unit'),
      number: t('positions.number'),
      serial: t('positions.serial'),
      description: t('positions.description'),
      place: t('positions.place'),
      x: t('positions.x'),
      y: t('positions.y'),
    }
    const name = createFileName({
      title: plan.name,
      day: todayIn(plant.timezone),
      plantname: plant.plantname,
      type: 'csv',
    })
    download(name, createPositionsCsv(places, devices.byKey, headers, language))
  }
  return (
    <section className={styles.planPaper} aria-label={t('paper')}>
      <Select
        label={t('paper')}
        allowDeselect={false}
        data={paperSizeNames.map((value) => ({ value, label: value.toUpperCase() }))}
        value={paper}
        onChange={changePaper}
      />
      {isUnsaved ? <p className="vx-quiet">{t('paperWithoutDraft')}</p> : null}
      <ReportButton create={create} onCreate={() => create.mutate({ plantId, planId: plan.id, paper, language })} />
      <Button
        variant="subtle"
        size="compact-sm"
        leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
        onClick={savePositions}
      >
        {t('positions.out')}
      </Button>
    </section>
  )
}
