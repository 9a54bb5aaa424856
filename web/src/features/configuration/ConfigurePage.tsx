import { Button } from '@mantine/core'
import { IconCheck, IconX } from '@tabler/icons-react'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { LeaveQuestion } from '../../shared/form/UnsavedGuard.tsx'
import { PageHeader } from '../../shared/layout/PageHeader.tsx'
import * as wizardStyles from '../../shared/layout/wizard.module.css'
import { AppLink } from '../../shared/navigation.tsx'
import { useAllLamps } from '../../shared/plant/lamps.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { useSearchParams } from '../../shared/search-params.ts'
import { pathTo } from '../../site-map.ts'
import { type CurrentUnit, WithUnit } from '../central-units/index.ts'
import { CheckStep } from './CheckStep.tsx'
import { type Draft, emptyDraft, type Mode, modes, planDraft } from './draft.ts'
import { EntryStep } from './EntryStep.tsx'
import { ModeStep } from './ModeStep.tsx'
import { WriteStep } from './WriteStep.tsx'
import { type Step, stepOf, steps } from './wizard-step.ts'

/** Changes a unit's list of lamps: kind of change, lamps, preview, and progress. */
export function ConfigurePage() {
  const { t } = useTranslation('configuration')
  const { plantId } = useCurrentPlant()
  return (
    <WithUnit>
      {(open) => (
        <>
          <PageHeader
            ownTitle
            title={t('title', { serial: open.unit.cu_id })}
            facts={t('intro')}
            actions={
              <Button
                component={AppLink}
                to={pathTo('unit', { plantId, unit: open.topic })}
                variant="subtle"
                color="gray"
                leftSection={<IconX size={16} aria-hidden />}
              >
                {t('leave')}
              </Button>
            }
          />
          <AnswerBoundary>
            <Lamps open={open} />
          </AnswerBoundary>
        </>
      )}
    </WithUnit>
  )
}

function Lamps({ open }: { open: CurrentUnit }) {
  const { plantId } = useCurrentPlant()
  const lamps = useAllLamps(plantId).filter(({ cu }) => cu === open.topic)
  return <Wizard key={open.topic} open={open} lamps={lamps} />
}

/** Initial values from the link: lamps chosen in a list, or unlisted nodes. */
function draftOf(search: Record<string, string>, open: CurrentUnit): Draft {
  const addrs = (search.lamps ?? '').split(',').map(Number).filter(Number.isInteger)
  return {
    ...emptyDraft,
    code: open.unit.network.plant_code ?? '',
    typed: search.orphans ? (open.detail?.orphanNodes.join('\n') ?? '') : '',
    addrs: addrs.filter((addr) => addr > 0),
  }
}

function Wizard({ open, lamps }: { open: CurrentUnit; lamps: readonly Lamp[] }) {
  const { plantId } = useCurrentPlant()
  const [search, setSearch] = useSearchParams()
  const [draft, setDraft] = useState(() => draftOf(search, open))
  const [isSent, setSent] = useState(false)
  const mode = modes.find((one) => one === search.mode)
  const listedLamps = lamps.map(({ id, serial }) => ({ addr: id, serial }))
  const draftPlan = mode && planDraft(mode, draft, listedLamps, open.facts)
  const step = stepOf(search, mode, draftPlan?.plan.can === true)
  const change = (part: Partial<Draft>) => {
    setSent(false)
    setDraft((previous) => ({ ...previous, ...part }))
  }
  const hasEntries = draft.typed.trim() !== '' || draft.addrs.length > 0
  const goToStep = (next: Step) => setSearch({ step: next, operation: undefined }, { push: true })
  return (
    <div className={`${wizardStyles.wizard} vx-card`}>
      <LeaveQuestion pathOnly unsaved={() => hasEntries && !isSent && step !== 'write'} />
      <Steps step={step} mode={mode} />
      <section className={wizardStyles.wizardBody}>
        {step === 'mode' ? (
          <ModeStep
            open={open}
            lamps={lamps.length}
            mode={mode}
            onMode={(next) => setSearch({ mode: next, step: 'lamps', operation: undefined }, { push: true })}
          />
        ) : null}
        {mode && step === 'lamps' ? (
          <EntryStep
            mode={mode}
            open={open}
            lamps={lamps}
            draft={draft}
            planned={draftPlan}
            onChange={change}
            onBack={() => goToStep('mode')}
            onNext={() => goToStep('check')}
          />
        ) : null}
        {mode && step === 'check' && draftPlan?.plan.can ? (
          <CheckStep
            plantId={plantId}
            open={open}
            request={draftPlan.request}
            changes={draftPlan.plan.changes}
            onBack={() => goToStep('lamps')}
            onStarted={(operation) => {
              setSent(true)
              setDraft((previous) => ({ ...emptyDraft, code: previous.code }))
              setSearch(
                { step: 'write', operation: operation.id, lamps: undefined, orphans: undefined },
                { push: true },
              )
            }}
          />
        ) : null}
        {step === 'write' && search.operation ? (
          <WriteStep operationId={search.operation} open={open} onMore={() => goToStep('mode')} />
        ) : null}
      </section>
    </div>
  )
}

function Steps({ step, mode }: { step: Step; mode: Mode | undefined }) {
  const { t } = useTranslation('configuration')
  const at = steps.indexOf(step)
  return (
    <nav className={wizardStyles.wizardSteps} aria-label={t('word.steps')}>
      <ol>
        {steps.map((name, index) => (
          <li
            key={name}
            data-done={index < at || undefined}
            data-current={index === at || undefined}
            aria-current={index === at ? 'step' : undefined}
          >
            <span className={wizardStyles.wizardMark}>
              {index < at ? <IconCheck size={16} aria-hidden /> : index + 1}
            </span>
            <span className={wizardStyles.wizardWords}>
              <b>{t(`step.${name}`)}</b>
              {name === 'mode' && mode && at > 0 ? <small>{t(`mode.${mode}.name`)}</small> : null}
            </span>
          </li>
        ))}
      </ol>
      <div className={wizardStyles.wizardNote}>
        <b>{t('note.title')}</b>
        <p>{t('note.text')}</p>
      </div>
    </nav>
  )
}
