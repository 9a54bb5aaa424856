import { Alert, Button, NumberInput } from '@mantine/core'
import { IconAlertTriangleFilled } from '@tabler/icons-react'
import type { ConfigurationPlan } from '@vigilux/contract/features/configuration/configuration.rules.ts'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import { useTranslation } from 'react-i18next'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { errorText } from '../../shared/i18n/i18n.ts'
import * as wizardStyles from '../../shared/layout/wizard.module.css'
import { type CurrentUnit, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import { ChooseLamps, NewSerials } from './ChooseLamps.tsx'
import { type Draft, type Mode, serialLinesOf } from './draft.ts'
import { SerialListField } from './SerialListField.tsx'

type EntryProps = {
  mode: Mode
  open: CurrentUnit
  lamps: readonly Lamp[]
  draft: Draft
  planned: { plan: ConfigurationPlan } | undefined
  onChange: (part: Partial<Draft>) => void
  onBack: () => void
  onNext: () => void
}

/** Input for the chosen kind of change, and why the wizard cannot continue yet. */
export function EntryStep(props: EntryProps) {
  const { mode, open, lamps, draft, planned, onChange, onBack, onNext } = props
  const { t } = useTranslation('configuration')
  const unit = useWhyNotCommand()(open.unit)
  const busy = useWhyNotBusy(open.topic)
  const missing = useMissing(mode, planned)
  return (
    <div className={`${wizardStyles.wizardStep} ${wizardStyles.wizardWide}`}>
      <h2>{t(`mode.${mode}.name`)}</h2>
      <p>{t(`mode.${mode}.how`)}</p>
      {mode === 'newAcquisition' ? (
        <Acquisition open={open} lamps={lamps.length} code={draft.code} onCode={(code) => onChange({ code })} />
      ) : null}
      {mode === 'appendSerials' || mode === 'overwriteSerials' ? (
        <SerialList mode={mode} open={open} lamps={lamps} draft={draft} onChange={onChange} />
      ) : null}
      {mode === 'delete' || mode === 'substitute' ? (
        <ChooseLamps mode={mode} lamps={lamps} chosen={draft.addrs} onChoose={(addrs) => onChange({ addrs })} />
      ) : null}
      {mode === 'substitute' && draft.addrs.length > 0 ? (
        <NewSerials
          draft={draft}
          lamps={lamps}
          faults={new Map(faultsOf(planned).map(({ line, fault }) => [line, fault]))}
          onChange={(serials) => onChange({ serials })}
        />
      ) : null}
      <footer className={wizardStyles.wizardFoot} data-part="wizard-foot">
        <Button variant="default" onClick={onBack}>
          {t('back')}
        </Button>
        <ReasonButton blockedReason={unit ?? busy ?? missing} onClick={onNext}>
          {t('toCheck')}
        </ReasonButton>
      </footer>
    </div>
  )
}

function faultsOf(draftPlan: EntryProps['planned']) {
  const plan = draftPlan?.plan
  return plan && !plan.can && plan.reason === 'SERIAL_LIST_INVALID' ? plan.lines : []
}

/** Why there is no preview yet. */
function useMissing(mode: Mode, draftPlan: EntryProps['planned']): string | undefined {
  const { t } = useTranslation('configuration')
  if (!draftPlan) return t(`missing.${mode}`)
  if (draftPlan.plan.can) return undefined
  if (draftPlan.plan.reason === 'SERIAL_LIST_INVALID')
    return t('missing.faulty', { count: draftPlan.plan.lines.length })
  return errorText('errors', draftPlan.plan.reason)
}

function SerialList({
  mode,
  open,
  lamps,
  draft,
  onChange,
}: Pick<EntryProps, 'open' | 'lamps' | 'draft' | 'onChange'> & { mode: 'appendSerials' | 'overwriteSerials' }) {
  const listedLamps = lamps.map(({ id, serial }) => ({ addr: id, serial }))
  return (
    <SerialListField
      mode={mode}
      typed={draft.typed}
      lines={serialLinesOf(mode, draft.typed, listedLamps, open.facts)}
      digits={open.facts.lampSerialDigits}
      onChange={(text) => onChange({ typed: text })}
    />
  )
}

type AcquisitionProps = {
  open: CurrentUnit
  lamps: number
  code: number | string
  onCode: (code: number | string) => void
}

function Acquisition({ open, lamps, code, onCode }: AcquisitionProps) {
  const { t } = useTranslation('configuration')
  return (
    <>
      {lamps > 0 ? (
        <Alert color="yellow" icon={<IconAlertTriangleFilled size={18} aria-hidden />}>
          {t('startsFromZero', { count: lamps })}
        </Alert>
      ) : null}
      {open.facts.hasRadioNetwork ? (
        <NumberInput
          required
          label={t('word.radioCode')}
          description={t('codeHelp')}
          min={1}
          max={92}
          clampBehavior="none"
          maw={260}
          value={code}
          onChange={onCode}
          error={
            code !== '' && !(Number.isInteger(code) && Number(code) >= 1 && Number(code) <= 92)
              ? t('codeWrong')
              : undefined
          }
        />
      ) : null}
    </>
  )
}
