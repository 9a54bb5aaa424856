import { Button } from '@mantine/core'
import type { Lamp } from '@vigilux/contract/features/lamps/lamp.ts'
import type { LampParams } from '@vigilux/contract/features/lamps/lamp-detail.ts'
import { lightsUvTube } from '@vigilux/contract/features/lamps/lamp-params.rules.ts'
import { surveyedAtMost } from '@vigilux/contract/features/lamps/param-survey.rules.ts'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useAction } from '../../shared/api/use-action.ts'
import { ConfirmDialog } from '../../shared/feedback/ConfirmDialog.tsx'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { LoadingRows } from '../../shared/feedback/Loading.tsx'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { ReasonButton } from '../../shared/form/ReasonButton.tsx'
import { lampRanges } from '../../shared/plant/lamp-ranges.ts'
import { useOpenPlant } from '../../shared/plant/plant.ts'
import { serialOf, topicOf, useWhyNotBusy, useWhyNotCommand } from '../central-units/index.ts'
import {
  blockedParams,
  byUnit,
  changedParams,
  commonParams,
  isAllowed,
  type Survey,
  sharedValue,
} from './lamp-params.ts'
import { ParamFields } from './ParamFields.tsx'
import { ParamsResult } from './ParamsResult.tsx'
import { ParamsReview } from './ParamsReview.tsx'
import { useParamsSending } from './use-params-sending.ts'

type Target = { cu: string; id: number }
type DialogProps = { lamps: readonly Lamp[]; onClose: () => void }

/** Sets parameters of the chosen lamps, of one or several units: what to change, each change before it is sent, and how it went. */
export function ParamsDialog({ lamps, onClose }: DialogProps) {
  const { t } = useTranslation('lamps')
  const { plantId } = useOpenPlant()
  // The list beside may change meanwhile; what was chosen stays.
  const [targets] = useState<readonly Target[]>(() => lamps.slice(0, surveyedAtMost).map(({ cu, id }) => ({ cu, id })))
  const survey = useAction('getLampParams', { plantId, units: byUnit(targets) }, { gcTime: 0, staleTime: 0 })
  const [set, setSet] = useState<LampParams>({})
  const [step, setStep] = useState<'fields' | 'review'>('fields')
  const sending = useParamsSending()
  const changed = survey.data ? changedParams(set, survey.data) : {}
  return (
    <FormDialog
      unsaved={Object.keys(changed).length > 0 && !sending.started}
      size="lg"
      onClose={onClose}
      title={t('params.title', { count: targets.length })}
    >
      {(cancel) => (
        <div className="vx-dialog-form">
          <FormFailure error={survey.error} />
          {survey.data ? (
            <>
              {sending.started ? null : step === 'fields' ? (
                <Fields survey={survey.data} severalUnits={byUnit(targets).length > 1} set={set} onChange={setSet} />
              ) : (
                <ParamsReview changed={changed} survey={survey.data} />
              )}
              <Sending
                {...{ sending, targets, changed, survey: survey.data, step, setStep, cancel }}
                key={targets.length}
              />
            </>
          ) : survey.error ? null : (
            <LoadingRows rows={4} />
          )}
        </div>
      )}
    </FormDialog>
  )
}

type FieldsProps = { survey: Survey; severalUnits: boolean; set: LampParams; onChange: (set: LampParams) => void }

function Fields({ survey, severalUnits, set, onChange }: FieldsProps) {
  const { t } = useTranslation('lamps')
  const params = commonParams(survey)
  return (
    <>
      <p className="vx-quiet">{params.length > 0 ? t('params.about') : t('params.none')}</p>
      <ParamFields params={params} set={set} onChange={onChange} />
      {blockedParams(survey).map((param) => (
        <p key={param.name} className="vx-refusal">
          {t('params.blocked', {
            name: t(`params.name.${param.name}`),
            count: param.lacking,
            lamps: lampsInWords(param.lackingLamps, param.lacking, severalUnits),
          })}
        </p>
      ))}
    </>
  )
}

/** "0A1B2C: 7, 9; 0B22E7: 1–20, …"; without their units where there is one alone. */
function lampsInWords(lamps: readonly Target[], all: number, severalUnits: boolean): string {
  const named = byUnit(lamps).map(({ topic, addr }) =>
    severalUnits ? `${serialOf(topic)}: ${lampRanges(addr)}` : lampRanges(addr),
  )
  return named.join('; ') + (all > lamps.length ? ', …' : '')
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

/** The buttons of each step, the question before a UV tube is lit, and what became of what was sent. */
function Sending({ sending, targets, changed, survey, step, setStep, cancel }: SendingProps) {
  const { t } = useTranslation('lamps')
  const { t: tShared } = useTranslation('shared')
  const [asking, setAsking] = useState<readonly Target[] | undefined>()
  const because = useWhyNotSend(targets)
  const missing = useWhyNotReview(changed, survey)
  const send = (lamps: readonly Target[]) => {
    setAsking(undefined)
    return sending.send(lamps, changed)
  }
  const askOrSend = (lamps: readonly Target[]) => (lightsUvTube(changed) ? setAsking(lamps) : void send(lamps))
  return (
    <>
      {sending.line}
      {sending.waiting ? <p role="status">{t('params.sending')}</p> : null}
      <ParamsResult sent={sending.sent} total={targets.length} because={because} onRetry={askOrSend} />
      {sending.started ? (
        <FormFoot end>
          <Button variant="default" onClick={cancel}>
            {tShared('close')}
          </Button>
        </FormFoot>
      ) : step === 'fields' ? (
        <FormFoot end>
          <Button variant="default" onClick={cancel}>
            {tShared('cancel')}
          </Button>
          <ReasonButton because={missing} onClick={() => setStep('review')}>
            {t('params.review')}
          </ReasonButton>
        </FormFoot>
      ) : (
        <FormFoot end>
          <Button variant="default" onClick={() => setStep('fields')}>
            {tShared('back')}
          </Button>
          <ReasonButton because={because} onClick={() => askOrSend(targets)}>
            {t('params.send', { count: targets.length })}
          </ReasonButton>
        </FormFoot>
      )}
      {asking ? (
        <UvQuestion
          lamps={asking}
          minutes={changed.uvOxyTimer ?? timerOf(survey)}
          onConfirm={() => send(asking)}
          onCancel={() => setAsking(undefined)}
        />
      ) : null}
    </>
  )
}

/** The minutes of the UV tubes, where all have the same. */
function timerOf({ params }: Survey): string {
  const timer = params.find(({ name }) => name === 'uvOxyTimer')
  return String((timer && sharedValue(timer)) ?? '?')
}

type QuestionProps = {
  lamps: readonly Target[]
  minutes: number | string
  onConfirm: () => unknown
  onCancel: () => void
}

/** Before UV tubes are lit, a person says that nobody is near. */
function UvQuestion({ lamps, minutes, ...answers }: QuestionProps) {
  const { t } = useTranslation('lamps')
  return (
    <ConfirmDialog
      opened
      destructive
      title={t('uv.askTitle', { count: lamps.length })}
      confirmLabel={t('uv.askConfirm')}
      {...answers}
    >
      {t('uv.askText', {
        count: lamps.length,
        lamps: lampsInWords(lamps, lamps.length, byUnit(lamps).length > 1),
        minutes,
      })}
    </ConfirmDialog>
  )
}

/** Why nothing can be sent to one of the units of these lamps now. */
function useWhyNotSend(targets: readonly Target[]): string | undefined {
  const { units } = useOpenPlant()
  const whyNot = useWhyNotCommand()
  const topics = [...new Set(targets.map(({ cu }) => cu))]
  const busy = useWhyNotBusy(...topics)
  const ofUnits = topics.map((topic) => whyNot(units.find((unit) => topicOf(unit) === topic)))
  return ofUnits.find((reason) => reason !== undefined) ?? busy
}

/** What is missing before the changes can be looked at. */
function useWhyNotReview(changed: LampParams, survey: Survey): string | undefined {
  const { t } = useTranslation('lamps')
  const names = Object.keys(changed)
  if (names.length === 0) return t('params.nothing')
  const isWrong = survey.params.some((param) => names.includes(param.name) && !isAllowed(param, changed[param.name]))
  return isWrong ? t('params.wrong') : undefined
}
