import { Button } from '@mantine/core'
import { IconX } from '@tabler/icons-react'
import type { CentralUnit } from '@vigilux/contract/features/central-units/central-unit.ts'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../../shared/api/use-answer.ts'
import { PageHeader } from '../../../shared/layout/PageHeader.tsx'
import * as wizardStyles from '../../../shared/layout/wizard.module.css'
import { AppLink } from '../../../shared/navigation.tsx'
import { useCurrentPlant } from '../../../shared/plant/plant.ts'
import { useSearchParams } from '../../../shared/search-params.ts'
import { pathTo } from '../../../site-map.ts'
import { UnitNameForm } from '../UnitNameForm.tsx'
import { topicOf } from '../unit.ts'
import { EnrolDone } from './EnrolDone.tsx'
import { EnrolSteps } from './EnrolSteps.tsx'
import { type EnrolStep, stepOf } from './enrol-step.ts'
import { KeysStep } from './KeysStep.tsx'
import { LampsStep } from './LampsStep.tsx'
import { TypeStep } from './TypeStep.tsx'

/**
 * From a unit's label to its lamps in the plant. Type and serial are in the address and the enrolment is on the server,
 * so the wizard can be resumed, even on another device.
 */
export function EnrolPage() {
  const { t } = useTranslation('enrolment')
  const { plantId, units } = useCurrentPlant()
  const [search] = useSearchParams()
  const { types, enrolmentWindowS } = useAnswer('getUnitTypes', {}, { staleTime: Number.POSITIVE_INFINITY })
  const unit = units.find(({ cu_type, cu_id }) => cu_type === search.type && cu_id === search.serial)
  const step = stepOf(unit, search.step)
  const facts = types.find(({ cu_type }) => cu_type === unit?.cu_type)
  return (
    <>
      <PageHeader
        title={t('word.centralUnits')}
        facts={step === 'done' ? undefined : t('intro')}
        actions={
          step === 'done' ? null : (
            <Button
              component={AppLink}
              to={pathTo('devices', { plantId, devicesType: 'centralunits' })}
              variant="subtle"
              color="gray"
              leftSection={<IconX size={16} aria-hidden />}
            >
              {t('cancel')}
            </Button>
          )
        }
      />
      <div className={`${wizardStyles.wizard} vx-card`}>
        <EnrolSteps step={step} unit={unit} keys={facts?.enrolmentKeys ?? []} windowS={enrolmentWindowS} />
        <section className={wizardStyles.wizardBody}>
          <Step step={step} unit={unit} types={types} windowS={enrolmentWindowS} />
        </section>
      </div>
    </>
  )
}

type StepProps = {
  step: EnrolStep
  unit: CentralUnit | undefined
  types: Parameters<typeof TypeStep>[0]['types']
  windowS: number
}

function Step({ step, unit, types, windowS }: StepProps) {
  const { t } = useTranslation('enrolment')
  const [, setSearch] = useSearchParams()
  const facts = types.find(({ cu_type }) => cu_type === unit?.cu_type)
  if (step === 'type' || !unit || !facts) return <TypeStep types={types} />
  if (step === 'keys') return <KeysStep key={topicOf(unit)} unit={unit} facts={facts} windowS={windowS} />
  if (step === 'lamps') return <LampsStep unit={unit} facts={facts} onNext={() => setSearch({ step: 'name' })} />
  if (step === 'done') return <EnrolDone unit={unit} canTest={facts.commands.includes('ftest')} />
  return (
    <div className={wizardStyles.wizardStep}>
      <h2>{t('name.title', { serial: unit.cu_id })}</h2>
      <p>{t('name.text')}</p>
      <UnitNameForm
        unit={unit}
        saveLabel={t('finish')}
        onSaved={() => setSearch({ step: 'done' })}
        aside={
          <Button variant="default" onClick={() => setSearch({ step: 'lamps' })}>
            {t('back')}
          </Button>
        }
      />
    </div>
  )
}
