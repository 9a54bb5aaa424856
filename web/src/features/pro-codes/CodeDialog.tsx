import { Alert, Button, Text } from '@mantine/core'
import { isProCode, lastPaidInstant, proCodeDigits } from '@vigilux/contract/features/pro-codes/pro-code.rules.ts'
import { type FormEvent, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ActionOutput } from '../../shared/api/actions.ts'
import { useActionMutation } from '../../shared/api/use-action.ts'
import { FormDialog } from '../../shared/feedback/FormDialog.tsx'
import { toastDone } from '../../shared/feedback/toast.ts'
import { FormFoot } from '../../shared/form/FormFoot.tsx'
import { FormFailure } from '../../shared/form/FormParts.tsx'
import { useFormats } from '../../shared/format/format.ts'
import { errorText } from '../../shared/i18n/i18n.ts'
import type { PlantDetails } from '../../shared/plant/plant.ts'
import { CodeField } from './CodeField.tsx'
import './pro-codes.css'

type CodeAnswer = ActionOutput<'abilitaPro'>
type DialogProps = { plant: PlantDetails['plant']; onClose: () => void }

/** Enters a code: checked as soon as it is complete, and used only after the new end of Pro is confirmed. */
export function CodeDialog({ plant, onClose }: DialogProps) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const [code, setCode] = useState('')
  const [codeAnswer, setCodeAnswer] = useState<CodeAnswer>()
  const [isAskedAgain, setAskedAgain] = useState(false)
  const redeem = useActionMutation('abilitaPro', { refresh: ['getPlantDetails', 'getAllPlants', 'getProCodes'] })
  const isInvalid = code.length >= proCodeDigits && !isProCode(code)
  const redeemCode = async (fullCode: string, confirmedExpiry?: string) => {
    const input = { plantId: plant.plant_id, code: fullCode, ...(confirmedExpiry && { confirmed: confirmedExpiry }) }
    const answer = await redeem.mutateAsync(input).catch(() => undefined)
    if (!answer) return
    if (answer.done) {
      toastDone(t('plant.until', { date: date(lastPaidInstant(new Date(answer.expiry))) }))
      onClose()
      return
    }
    setAskedAgain(confirmedExpiry !== undefined)
    setCodeAnswer(answer)
  }
  const change = (typedCode: string) => {
    setCode(typedCode)
    setCodeAnswer(undefined)
    setAskedAgain(false)
    redeem.reset()
    if (isProCode(typedCode)) void redeemCode(typedCode)
  }
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!redeem.isPending && isProCode(code)) void redeemCode(code, codeAnswer?.expiry)
  }
  return (
    <FormDialog
      title={t(plant.tier === 'pro' ? 'plant.renew' : 'plant.activate')}
      unsaved={code !== '' && !codeAnswer}
      onClose={onClose}
    >
      {(cancel) => (
        <form className="vx-code-form" noValidate onSubmit={submit}>
          <CodeField
            code={code}
            onChange={change}
            error={isInvalid ? errorText('errors', 'INVALID_CODE') : undefined}
          />
          <div aria-live="polite">
            {codeAnswer ? <NewEnd codeAnswer={codeAnswer} plant={plant} again={isAskedAgain} /> : null}
          </div>
          <FormFailure error={redeem.error} />
          <FormFoot end>
            <Button variant="default" onClick={cancel}>
              {t('enter.keep')}
            </Button>
            <Button type="submit" loading={redeem.isPending} disabled={!isProCode(code)}>
              {t(codeAnswer ? 'enter.confirm' : 'enter.check')}
            </Button>
          </FormFoot>
        </form>
      )}
    </FormDialog>
  )
}

function NewEnd({
  codeAnswer,
  plant,
  again,
}: {
  codeAnswer: CodeAnswer
  plant: PlantDetails['plant']
  again: boolean
}) {
  const { t } = useTranslation('pro-codes')
  const { date } = useFormats(plant.timezone)
  const lastDayText = (expiry: string) => date(lastPaidInstant(new Date(expiry)))
  return (
    <Alert color={again ? 'yellow' : 'brand'} variant="light">
      {again ? <Text size="sm">{t('enter.again')}</Text> : null}
      <Text size="sm" fw={600}>
        {t('enter.new', { months: codeAnswer.months, date: lastDayText(codeAnswer.expiry) })}
      </Text>
      {plant.tier === 'pro' && codeAnswer.runningExpiry ? (
        <Text size="sm">{t('enter.running', { date: lastDayText(codeAnswer.runningExpiry) })}</Text>
      ) : null}
    </Alert>
  )
}
