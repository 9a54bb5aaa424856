import { Button } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { maxSurveyedLamps } from '@vigilux/contract/features/lamps/param-survey.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAnswer } from '../../shared/api/use-answer.ts'
import { AnswerBoundary } from '../../shared/feedback/AnswerBoundary.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import * as layoutStyles from '../../shared/layout/layout.module.css'
import { useOpenDetail } from '../../shared/open-detail.ts'
import { useCurrentPlant } from '../../shared/plant/plant.ts'
import { byUnit } from '../../shared/plant/unit-topic.ts'
import { blockedParams, changedParams, commonParams, isAllowed, type Survey, sharedValue } from './lamp-params.ts'
import { ParamFields } from './ParamFields.tsx'
import { ParamsReview } from './ParamsReview.tsx'
import { formatLamps, UvConfirmation } from './UvConfirmation.tsx'
import { useParamsSending } from './use-params-sending.ts'
import { useWriteBlockedReason } from './use-write-blocked-reason.ts'

type Target = { cu: string; id: number }
type DialogProps = { lamps: readonly Lamp[]; onClose: () => void }

/** Sets parameters of the chosen lamps on one or several units, after a preview of each change. */
export function ParamsDialog({ lamps, onClose }: DialogProps) {
  const { t } = useTranslation('lamps')
  // The list may change meanwhile; the chosen lamps stay.
  const [targets] = useState<readonly Target[]>(() =>
    lamps.slice(0, maxSurveyedLamps).map(({ cu, id }) => ({ cu, id })),
  )
  const [newParams, setNewParams] = useState<LampParams>({})
  const bundle = useOpenDetail('bundle')
  const paramsSending = useParamsSending((bundleId) => {
    onClose()
    bundle.open(bundleId)
  })
  return (
    <FormDialog
      unsaved={Object.keys(newParams).length > 0 && !paramsSending.started}
      size="lg"
      onClose={onClose}
      title={t('params.title', { count: targets.length })}
    >
      {(cancel) => (
        <AnswerBoundary skeleton={<LoadingRows rows={4} />}>
          <ParamsForm
            targets={targets}
            set={newParams}
            onChange={setNewParams}
            sending={paramsSending}
            cancel={cancel}
          />
        </AnswerBoundary>
      )}
    </FormDialog>
  )
}

type FormProps = {
  targets: readonly Target[]
  set: LampParams
  onChange: (setParams: LampParams) => void
  sending: ReturnType<typeof useParamsSending>
  cancel: () => void
}

function ParamsForm({ targets, set, onChange, sending, cancel }: FormProps) {
  const { plantId } = useCurrentPlant()
  const units = byUnit(targets)
  const survey = useAnswer('getLampParams', { plantId, units }, { gcTime: 0, staleTime: 0 })
  const [step, setStep] = useState<'fields' | 'review'>('fields')
  const changed = changedParams(set, survey)
  return (
    <div className={layoutStyles.dialogForm}>
      {sending.started ? null : step === 'fields' ? (
        <Fields survey={survey} severalUnits={units.length > 1} set={set} onChange={onChange} />
      ) : (
        <ParamsReview changed={changed} survey={survey} />
      )}
      <SendingSteps
        sending={sending}
        targets={targets}
        changed={changed}
        survey={survey}
        step={step}
        setStep={setStep}
        cancel={cancel}
      />
    </div>
  )
}

type FieldsProps = { survey: Survey; severalUnits: boolean; set: LampParams; onChange: (setParams: LampParams) => void }

function Fields({ survey, severalUnits, set, onChange }: FieldsProps) {
  const { t } = useTranslation('lamps')
  const params = commonParams(survey)
  return (
    <>
      <p className="vx-quiet">{params.length > 0 ? t('params.about') : t('params.none')}</p>
      <ParamFields params={params} set={set} onChange={onChange} />
      {blockedParams(survey).map((param) => (
        <p key={param.name} className={layoutStyles.refusal}>
          {t('params.blocked', {
            name: t(`params.name.${param.name}`),
            count: param.lacking,
            lamps: formatLamps(param.lackingLamps, param.lacking, severalUnits),
          })}
        </p>
      ))}
    </>
  )
}

type SendingProps = {
  sending: ReturnType<typeof useParamsSending>
  targets: readonly Target[]
  changed: LampParams
  survey: Survey
  step: 'fields' | 'review'
  setStep: (step: 'fields' | 'review') => void
  cancel: () => void
}

/** The buttons of each step, the confirmation before a UV tube is lit, and the outcome for a single lamp. */
function SendingSteps({ sending, targets, changed, survey, step, setStep, cancel }: SendingProps) {
  const { t } = useTranslation('lamps')
  const [isConfirming, setConfirming] = useState(false)
  const { blockedReason, away } = useWriteBlockedReason([...new Set(targets.map(({ cu }) => cu))])
  const missing = useReviewBlockedReason(changed, survey)
  const send = () => {
    setConfirming(false)
    return sending.send(targets, changed)
  }
  return (
    <>
      {sending.line}
      {sending.waiting ? <p role="status">{t('word.askingUnit')}</p> : null}
      <FormFailure error={sending.error} />
      {away.length > 0 && step === 'review' ? (
        <p className="vx-quiet">{t('params.away', { serials: away.join(', ') })}</p>
      ) : null}
      {sending.started ? (
        <FormFoot end>
          <Button variant="default" onClick={cancel}>
            {t('close')}
          </Button>
        </FormFoot>
      ) : step === 'fields' ? (
        <FormFoot end>
          <Button variant="default" onClick={cancel}>
            {t('cancel')}
          </Button>
          <ReasonButton blockedReason={missing} onClick={() => setStep('review')}>
            {t('params.review')}
          </ReasonButton>
        </FormFoot>
      ) : (
        <FormFoot end>
          <Button variant="default" onClick={() => setStep('fields')}>
            {t('back')}
          </Button>
          <ReasonButton
            blockedReason={blockedReason}
            onClick={() => (lightsUvTube(changed) ? setConfirming(true) : void send())}
          >
            {t('params.send', { count: targets.length })}
          </ReasonButton>
        </FormFoot>
      )}
      {isConfirming ? (
        <UvConfirmation
          lamps={targets}
          minutes={changed.uvOxyTimer ?? timerOf(survey)}
          onConfirm={send}
          onCancel={() => setConfirming(false)}
        />
      ) : null}
    </>
  )
}

/** Minutes of the UV tubes, if all have the same value. */
function timerOf({ params }: Survey): string {
  const timer = params.find(({ name }) => name === 'uvOxyTimer')
  return String((timer && sharedValue(timer)) ?? '?')
}

/** Why the changes cannot be previewed yet. */
function useReviewBlockedReason(changed: LampParams, survey: Survey): string | undefined {
  const { t } = useTranslation('lamps')
  const names = Object.keys(changed)
  if (names.length === 0) return t('params.nothing')
  const isWrong = survey.params.some((param) => names.includes(param.name) && !isAllowed(param, changed[param.name]))
  return isWrong ? t('params.wrong') : undefined
}
